<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
 <context>
  <name>app/program</name>
  <message>
   <source>The last session was not opened</source>
   <translation>No se abrió la última sesión</translation>
  </message>
  <message>
   <source>headscope: no display found, so no window can open. Draw it into a picture instead: python main.py render --view window --source "the cat sleeps" --out window.png</source>
   <translation>headscope: no se encontró ninguna pantalla, así que no se puede abrir una ventana. Dibújala en una imagen: python main.py render --view window --source "the cat sleeps" --out window.png</translation>
  </message>
 </context>
 <context>
  <name>charts/bar_list</name>
  <message>
   <source>Click chooses it.</source>
   <translation>Un clic la elige.</translation>
  </message>
 </context>
 <context>
  <name>charts/line_chart</name>
  <message>
   <source>Curves</source>
   <translation>Curvas</translation>
  </message>
 </context>
 <context>
  <name>charts/text_comparison_table</name>
  <message>
   <source>After the first difference both go on from different texts.</source>
   <translation>Tras la primera diferencia cada uno sigue desde un texto distinto.</translation>
  </message>
  <message>
   <source>Step {step}</source>
   <translation>Paso {step}</translation>
  </message>
  <message>
   <source>The text without and with the edits</source>
   <translation>El texto sin los cambios y con ellos</translation>
  </message>
 </context>
 <context>
  <name>commands/actions</name>
  <message>
   <source>About headscope</source>
   <translation>Acerca de headscope</translation>
  </message>
  <message>
   <source>Asks for sentence pairs, source&lt;TAB&gt;target in each line, for Train.</source>
   <translation>Pide pares de frases, origen&lt;TAB&gt;destino en cada línea, para Entrenar.</translation>
  </message>
  <message>
   <source>Asks for the next word; again for the strongest word of the row, and for the head that matters most.</source>
   <translation>Pregunta por la palabra siguiente; otra vez, por la palabra más fuerte de la fila y por la cabeza que más importa.</translation>
  </message>
  <message>
   <source>Averages every head of this model over a file of sentence pairs, beside the window.</source>
   <translation>Promedia todas las cabezas de este modelo sobre un archivo de pares de frases, junto a la ventana.</translation>
  </message>
  <message>
   <source>Back to one head</source>
   <translation>Volver a una cabeza</translation>
  </message>
  <message>
   <source>Back to the view before</source>
   <translation>Volver a la vista anterior</translation>
  </message>
  <message>
   <source>Brings back what was undone.</source>
   <translation>Rehace lo que se deshizo.</translation>
  </message>
  <message>
   <source>Calculation back</source>
   <translation>Cálculo atrás</translation>
  </message>
  <message>
   <source>Calculation on</source>
   <translation>Cálculo adelante</translation>
  </message>
  <message>
   <source>Cancel the computation</source>
   <translation>Cancelar el cálculo en curso</translation>
  </message>
  <message>
   <source>Choose the model…</source>
   <translation>Elegir el modelo…</translation>
  </message>
  <message>
   <source>Chooses the view that stands beside this one.</source>
   <translation>Elige la vista que va junto a esta.</translation>
  </message>
  <message>
   <source>Closes the window and opens it again as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare an array with this run…</source>
   <translation>Comparar un array con esta ejecución…</translation>
  </message>
  <message>
   <source>Compute again</source>
   <translation>Calcular otra vez</translation>
  </message>
  <message>
   <source>Copy a link to this state</source>
   <translation>Copiar un enlace a este estado</translation>
  </message>
  <message>
   <source>Copy picture</source>
   <translation>Copiar la imagen</translation>
  </message>
  <message>
   <source>Copy table</source>
   <translation>Copiar la tabla</translation>
  </message>
  <message>
   <source>Dark theme</source>
   <translation>Tema oscuro</translation>
  </message>
  <message>
   <source>Depth: First look</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depth: Full</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depth: Research</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depth: {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw an alignment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw on the masks</source>
   <translation>Dibujar en las máscaras</translation>
  </message>
  <message>
   <source>Draws each token by its probability; the same seed draws the same text.</source>
   <translation>Extrae cada token según su probabilidad; la misma semilla da el mismo texto.</translation>
  </message>
  <message>
   <source>Edit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edit a copy of the open lesson</source>
   <translation>Editar una copia de la lección abierta</translation>
  </message>
  <message>
   <source>Ends headscope. The text is kept.</source>
   <translation>Termina headscope. El texto se conserva.</translation>
  </message>
  <message>
   <source>Ends the training that runs; it is saved and can go on.</source>
   <translation>Termina el entrenamiento en marcha; se guarda y puede seguir.</translation>
  </message>
  <message>
   <source>Every term of the field in one sentence.</source>
   <translation>Cada término del campo en una frase.</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Archivo</translation>
  </message>
  <message>
   <source>Fills the screen with the view, in large type: B blank, S spotlight, P pen, N next sentence, Esc ends.</source>
   <translation>Llena la pantalla con la vista, en letra grande: B en blanco, S foco, P lápiz, N frase siguiente, Esc termina.</translation>
  </message>
  <message>
   <source>Find anything…</source>
   <translation>Buscar lo que sea…</translation>
  </message>
  <message>
   <source>First step</source>
   <translation>Primer paso</translation>
  </message>
  <message>
   <source>First step of the calculation</source>
   <translation>Primer paso del cálculo</translation>
  </message>
  <message>
   <source>Follow the number</source>
   <translation>Seguir el número</translation>
  </message>
  <message>
   <source>Forward to the next view</source>
   <translation>Ir a la vista siguiente del recorrido</translation>
  </message>
  <message>
   <source>From a cell to its calculation, from there to its tensor, and back.</source>
   <translation>De una celda a su cálculo, de ahí a su tensor, y de vuelta.</translation>
  </message>
  <message>
   <source>Go to the next view</source>
   <translation>Ir a la vista siguiente</translation>
  </message>
  <message>
   <source>Go to the source text</source>
   <translation>Ir al texto de origen</translation>
  </message>
  <message>
   <source>Goes to the feed-forward.</source>
   <translation>Va a la red densa.</translation>
  </message>
  <message>
   <source>Goes to the first token that was written.</source>
   <translation>Va al primer token que se escribió.</translation>
  </message>
  <message>
   <source>Goes to the head beside this one.</source>
   <translation>Va a la cabeza vecina de esta.</translation>
  </message>
  <message>
   <source>Goes to the last token that was written.</source>
   <translation>Va al último token que se escribió.</translation>
  </message>
  <message>
   <source>Goes to the next step of the calculation.</source>
   <translation>Va al paso siguiente del cálculo.</translation>
  </message>
  <message>
   <source>Goes to the query.</source>
   <translation>Va a la consulta.</translation>
  </message>
  <message>
   <source>Goes to the same head one layer earlier.</source>
   <translation>Va a la misma cabeza una capa antes.</translation>
  </message>
  <message>
   <source>Goes to the same head one layer later.</source>
   <translation>Va a la misma cabeza una capa después.</translation>
  </message>
  <message>
   <source>Goes to the step of the calculation before.</source>
   <translation>Va al paso anterior del cálculo.</translation>
  </message>
  <message>
   <source>Goes to the token written before.</source>
   <translation>Va al token escrito antes.</translation>
  </message>
  <message>
   <source>Goes to the token written next.</source>
   <translation>Va al token escrito después.</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>Ayuda</translation>
  </message>
  <message>
   <source>High contrast theme</source>
   <translation>Tema de alto contraste</translation>
  </message>
  <message>
   <source>History…</source>
   <translation>Historial…</translation>
  </message>
  <message>
   <source>In Attention: a click on a cell of cross-attention links its words; every head is measured against it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In Attention: a drag up or down on a cell, or a number for the pinned one, sets its weight.</source>
   <translation>En Atención: arrastrar arriba o abajo en una celda, o un número para la fijada, pone su peso.</translation>
  </message>
  <message>
   <source>In Attention: every head of every attention at once, or one head again.</source>
   <translation>En Atención: todas las cabezas de todas las atenciones a la vez, o de nuevo una.</translation>
  </message>
  <message>
   <source>In Masks: a click or a drag forbids or allows cells, or pins them again.</source>
   <translation>En Máscaras: un clic o arrastrar prohíbe o permite celdas, o vuelve a fijarlas.</translation>
  </message>
  <message>
   <source>Keep a snapshot as a model</source>
   <translation>Conservar una instantánea como modelo</translation>
  </message>
  <message>
   <source>Keeps text, model, step, head, views and options in a file.</source>
   <translation>Guarda texto, modelo, paso, cabeza, vistas y opciones en un archivo.</translation>
  </message>
  <message>
   <source>Keeps the numbers of the cell under the pointer; pins nothing where there is none.</source>
   <translation>Conserva los números de la celda bajo el puntero; no fija nada donde no hay ninguna.</translation>
  </message>
  <message>
   <source>Keeps the session in another file.</source>
   <translation>Guarda la sesión en otro archivo.</translation>
  </message>
  <message>
   <source>Language of the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language: English</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language: Español</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Larger text</source>
   <translation>Texto más grande</translation>
  </message>
  <message>
   <source>Last step</source>
   <translation>Último paso</translation>
  </message>
  <message>
   <source>Last step of the calculation</source>
   <translation>Último paso del cálculo</translation>
  </message>
  <message>
   <source>Lessons…</source>
   <translation>Lecciones…</translation>
  </message>
  <message>
   <source>Let the pinned run go</source>
   <translation>Soltar la ejecución fijada</translation>
  </message>
  <message>
   <source>Lets the pinned cell go; while all heads are shown, goes back to one.</source>
   <translation>Suelta la celda fijada; si se muestran todas las cabezas, vuelve a una.</translation>
  </message>
  <message>
   <source>Light theme</source>
   <translation>Tema claro</translation>
  </message>
  <message>
   <source>Lists every change and goes back or forward to one.</source>
   <translation>Enumera todos los cambios y vuelve o avanza hasta uno.</translation>
  </message>
  <message>
   <source>Lists every command and runs the one you choose.</source>
   <translation>Enumera todos los comandos y ejecuta el que elijas.</translation>
  </message>
  <message>
   <source>Lists the files that were opened last.</source>
   <translation>Enumera los archivos abiertos recientemente.</translation>
  </message>
  <message>
   <source>Makes a randomly initialised model of any variant, to be compared or trained.</source>
   <translation>Crea un modelo de cualquier variante con números al azar, para compararlo o entrenarlo.</translation>
  </message>
  <message>
   <source>Makes what is shown now a scene of your lesson.</source>
   <translation>Convierte lo que se ve ahora en una escena de tu lección.</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modelo</translation>
  </message>
  <message>
   <source>Moves the keyboard to the view, and from one view to the other.</source>
   <translation>Lleva el teclado a la vista, y de una vista a la otra.</translation>
  </message>
  <message>
   <source>New model…</source>
   <translation>Modelo nuevo…</translation>
  </message>
  <message>
   <source>Next head</source>
   <translation>Cabeza siguiente</translation>
  </message>
  <message>
   <source>Next layer</source>
   <translation>Capa siguiente</translation>
  </message>
  <message>
   <source>Normal text size</source>
   <translation>Tamaño de texto normal</translation>
  </message>
  <message>
   <source>One step back</source>
   <translation>Un paso atrás</translation>
  </message>
  <message>
   <source>One step forward</source>
   <translation>Un paso adelante</translation>
  </message>
  <message>
   <source>Open a model folder…</source>
   <translation>Abrir una carpeta de modelo…</translation>
  </message>
  <message>
   <source>Open the link on the clipboard</source>
   <translation>Abrir el enlace del portapapeles</translation>
  </message>
  <message>
   <source>Opens a folder that holds a model, headscope's or one of Hugging Face.</source>
   <translation>Abre una carpeta que contiene un modelo, de headscope o de Hugging Face.</translation>
  </message>
  <message>
   <source>Opens a folder that holds a survey.json.</source>
   <translation>Abre una carpeta que contiene un survey.json.</translation>
  </message>
  <message>
   <source>Opens a folder that holds a training.json, also while it is being written.</source>
   <translation>Abre una carpeta que contiene un training.json, también mientras se escribe.</translation>
  </message>
  <message>
   <source>Opens a text, a session, a model or weights; you can also drop it on the window.</source>
   <translation>Abre un texto, una sesión, un modelo o pesos; también puedes soltarlos en la ventana.</translation>
  </message>
  <message>
   <source>Opens the list of models.</source>
   <translation>Abre la lista de modelos.</translation>
  </message>
  <message>
   <source>Opens the state that the line on the clipboard leads to.</source>
   <translation>Abre el estado al que lleva la línea del portapapeles.</translation>
  </message>
  <message>
   <source>Opens the view “Attention”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Calculate”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Compare”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Decoding”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Heads”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Lens”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Lines”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Masks”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Model”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Positions”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Survey”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “Train”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the view “{view}”.</source>
   <translation>Abre la vista “{view}”.</translation>
  </message>
  <message>
   <source>Open…</source>
   <translation>Abrir…</translation>
  </message>
  <message>
   <source>Pairs of sentences that differ in one thing, to be put side by side.</source>
   <translation>Pares de frases que se diferencian en una cosa, para verlas una junto a otra.</translation>
  </message>
  <message>
   <source>Pause or go on with the training</source>
   <translation>Pausar o seguir el entrenamiento</translation>
  </message>
  <message>
   <source>Pauses the training that runs, or goes on with the one that Train shows.</source>
   <translation>Pausa el entrenamiento en marcha, o sigue con el que muestra Entrenar.</translation>
  </message>
  <message>
   <source>Pin the cell under the pointer</source>
   <translation>Fijar la celda bajo el puntero</translation>
  </message>
  <message>
   <source>Pin this run to compare with</source>
   <translation>Fijar esta ejecución para comparar</translation>
  </message>
  <message>
   <source>Play or pause</source>
   <translation>Reproducir o pausar</translation>
  </message>
  <message>
   <source>Present</source>
   <translation>Presentar</translation>
  </message>
  <message>
   <source>Previous head</source>
   <translation>Cabeza anterior</translation>
  </message>
  <message>
   <source>Previous layer</source>
   <translation>Capa anterior</translation>
  </message>
  <message>
   <source>Puts one line on the clipboard that opens the same state for whoever has the same model.</source>
   <translation>Pone en el portapapeles una línea que abre el mismo estado a quien tenga el mismo modelo.</translation>
  </message>
  <message>
   <source>Puts the cursor into the source box and selects its text.</source>
   <translation>Pone el cursor en el cuadro de origen y selecciona su texto.</translation>
  </message>
  <message>
   <source>Puts the view on the clipboard.</source>
   <translation>Pone la vista en el portapapeles.</translation>
  </message>
  <message>
   <source>Puts this view's numbers on the clipboard, for a spreadsheet.</source>
   <translation>Pone los números de esta vista en el portapapeles, para una hoja de cálculo.</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Salir</translation>
  </message>
  <message>
   <source>Read the text as it is typed</source>
   <translation>Leer el texto tal como se escribe</translation>
  </message>
  <message>
   <source>Reads capitals as they stand, not in sentence case, and does not put swapped letters right.</source>
   <translation>Lee las mayúsculas como están, no como en una frase, y no corrige letras cambiadas de lugar.</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>Rehacer</translation>
  </message>
  <message>
   <source>Restart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs the same text once more, row by row: then the cache can be compared with a pass without it.</source>
   <translation>Calcula el mismo texto otra vez, fila por fila: así se puede comparar la caché con una pasada sin ella.</translation>
  </message>
  <message>
   <source>Sampling: draws another text, with the next seed.</source>
   <translation>Muestreo: extrae otro texto, con la semilla siguiente.</translation>
  </message>
  <message>
   <source>Save numbers as…</source>
   <translation>Guardar los números como…</translation>
  </message>
  <message>
   <source>Save session</source>
   <translation>Guardar la sesión</translation>
  </message>
  <message>
   <source>Save session as…</source>
   <translation>Guardar la sesión como…</translation>
  </message>
  <message>
   <source>Save the alignment…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the training…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save view as…</source>
   <translation>Guardar la vista como…</translation>
  </message>
  <message>
   <source>Save without these heads…</source>
   <translation>Guardar sin estas cabezas…</translation>
  </message>
  <message>
   <source>Saves the snapshot that Train shows as a model folder, and opens it.</source>
   <translation>Guarda la instantánea que muestra Entrenar como carpeta de modelo y la abre.</translation>
  </message>
  <message>
   <source>Saves the training that Train shows in a folder that others open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the view or the window as PNG, SVG or PDF.</source>
   <translation>Guarda la vista o la ventana como PNG, SVG o PDF.</translation>
  </message>
  <message>
   <source>Saves what this view shows as CSV or JSON, or every array of the run as NPZ.</source>
   <translation>Guarda lo que muestra esta vista como CSV o JSON, o todos los arrays de la ejecución como NPZ.</translation>
  </message>
  <message>
   <source>Saves which words belong together: words and links, or the links alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says how far an array that you computed is from the model's own, and where; you can also drop it.</source>
   <translation>Dice a qué distancia está del modelo un array que has calculado, y dónde; también puedes soltarlo aquí.</translation>
  </message>
  <message>
   <source>Says what this is, with the versions of its parts.</source>
   <translation>Dice qué es esto, con las versiones de sus partes.</translation>
  </message>
  <message>
   <source>Set weights by hand</source>
   <translation>Poner pesos a mano</translation>
  </message>
  <message>
   <source>Sets the output of the head that is looked at to 0, or lets it work again.</source>
   <translation>Pone a 0 la salida de la cabeza que se mira, o la deja trabajar de nuevo.</translation>
  </message>
  <message>
   <source>Shows a second view beside this one, with the same selection.</source>
   <translation>Muestra una segunda vista junto a esta, con la misma selección.</translation>
  </message>
  <message>
   <source>Shows every key.</source>
   <translation>Muestra todas las teclas.</translation>
  </message>
  <message>
   <source>Shows or hides the numbers at the right.</source>
   <translation>Muestra u oculta los números de la derecha.</translation>
  </message>
  <message>
   <source>Shows the decoding step by step, as it was written.</source>
   <translation>Muestra la decodificación paso a paso, como se escribió.</translation>
  </message>
  <message>
   <source>Shows the lessons that came with headscope and opens others.</source>
   <translation>Muestra las lecciones que trae headscope y abre otras.</translation>
  </message>
  <message>
   <source>Shows the view from which you went back.</source>
   <translation>Muestra la vista de la que volviste.</translation>
  </message>
  <message>
   <source>Shows the window in ten stops, each with something to do: two minutes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows this view's numbers as a table, to read row by row or to listen to.</source>
   <translation>Muestra los números de esta vista como tabla, para leerlos fila por fila o escucharlos.</translation>
  </message>
  <message>
   <source>Shows what was seen before this view.</source>
   <translation>Muestra lo que se veía antes de esta vista.</translation>
  </message>
  <message>
   <source>Smaller text</source>
   <translation>Texto más pequeño</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>Paso</translation>
  </message>
  <message>
   <source>Stop the training</source>
   <translation>Detener el entrenamiento</translation>
  </message>
  <message>
   <source>Switch head off</source>
   <translation>Apagar la cabeza</translation>
  </message>
  <message>
   <source>Takes back every edit of masks, positions, heads and tokens.</source>
   <translation>Retira todos los cambios de máscaras, posiciones, cabezas y tokens.</translation>
  </message>
  <message>
   <source>Takes back the last change.</source>
   <translation>Retira el último cambio.</translation>
  </message>
  <message>
   <source>Takes the lesson that is played as your own, to be changed.</source>
   <translation>Toma como tuya la lección que se reproduce, para cambiarla.</translation>
  </message>
  <message>
   <source>The language of the window's words, from the next start.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The scenes of your lesson: words, questions, order; saves it as a file or as slides.</source>
   <translation>Las escenas de tu lección: palabras, preguntas, orden; la guarda como archivo o como diapositivas.</translation>
  </message>
  <message>
   <source>Theme of the system</source>
   <translation>Tema del sistema</translation>
  </message>
  <message>
   <source>This run becomes A in Compare; the present one goes on as B.</source>
   <translation>Esta ejecución pasa a ser A en Comparar; la presente sigue como B.</translation>
  </message>
  <message>
   <source>Tour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train on a file…</source>
   <translation>Entrenar con un archivo…</translation>
  </message>
  <message>
   <source>Trains what was chosen in Train, in a process of its own.</source>
   <translation>Entrena lo elegido en Entrenar, en un proceso propio.</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Deshacer</translation>
  </message>
  <message>
   <source>Unpin</source>
   <translation>Soltar la celda</translation>
  </message>
  <message>
   <source>View</source>
   <translation>Vista</translation>
  </message>
  <message>
   <source>Writes a model folder without the heads and feed-forwards that are switched off.</source>
   <translation>Escribe una carpeta de modelo sin las cabezas y redes densas que están apagadas.</translation>
  </message>
  <message>
   <source>Your lesson…</source>
   <translation>Tu lección…</translation>
  </message>
 </context>
 <context>
  <name>commands/choice_list</name>
  <message>
   <source>Nothing here is called “{strip}”</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/findable</name>
  <message>
   <source>Head</source>
   <translation>Cabeza</translation>
  </message>
  <message>
   <source>Step {step} writes {text}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} (shown at depth {depth})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title} layer {layer} head {head}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/gestures</name>
  <message>
   <source>Canvas</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closer, further</source>
   <translation>Más cerca, más lejos</translation>
  </message>
  <message>
   <source>Diagram</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Everything again</source>
   <translation>Todo de nuevo</translation>
  </message>
  <message>
   <source>Follow its number</source>
   <translation>Seguir su número</translation>
  </message>
  <message>
   <source>Forbid or allow cells, after X</source>
   <translation>Prohibir o permitir celdas, después de X</translation>
  </message>
  <message>
   <source>From place to place, and choose it</source>
   <translation>De lugar en lugar, y elegirlo</translation>
  </message>
  <message>
   <source>In a picture that has the focus</source>
   <translation>En una imagen que tiene el foco</translation>
  </message>
  <message>
   <source>Left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mosaic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open it</source>
   <translation>Abrirlo</translation>
  </message>
  <message>
   <source>Return</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scroll</source>
   <translation>Desplazar</translation>
  </message>
  <message>
   <source>Space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch a head off or on; with Shift its layer</source>
   <translation>Apagar o encender una cabeza; con Mayús, su capa</translation>
  </message>
  <message>
   <source>Switches</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tab</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>That head alone</source>
   <translation>Solo esa cabeza</translation>
  </message>
  <message>
   <source>The same in lists, rows of tokens, trees and the model</source>
   <translation>Lo mismo en listas, filas de tokens, árboles y el modelo</translation>
  </message>
  <message>
   <source>Type it into the box beside the map</source>
   <translation>Escribirlo en el cuadro junto al mapa</translation>
  </message>
  <message>
   <source>View beside</source>
   <translation>Vista al lado</translation>
  </message>
  <message>
   <source>Where a number comes from; what a token may become</source>
   <translation>De dónde sale un número; en qué puede convertirse un token</translation>
  </message>
  <message>
   <source>click in the rail with Ctrl</source>
   <translation>clic en la barra de vistas con Ctrl</translation>
  </message>
  <message>
   <source>click on a switch</source>
   <translation>clic en un interruptor</translation>
  </message>
  <message>
   <source>double click</source>
   <translation>doble clic</translation>
  </message>
  <message>
   <source>double click on a cell</source>
   <translation>doble clic en una celda</translation>
  </message>
  <message>
   <source>double click on a head</source>
   <translation>doble clic en una cabeza</translation>
  </message>
  <message>
   <source>double click on a head's number</source>
   <translation>doble clic en el número de una cabeza</translation>
  </message>
  <message>
   <source>drag a weight</source>
   <translation>arrastrar un peso</translation>
  </message>
  <message>
   <source>draw on a mask</source>
   <translation>dibujar en una máscara</translation>
  </message>
  <message>
   <source>point, click</source>
   <translation>señalar, clic</translation>
  </message>
  <message>
   <source>right click</source>
   <translation>clic derecho</translation>
  </message>
  <message>
   <source>the pen draws on a projected picture and changes nothing</source>
   <translation>el lápiz dibuja en una imagen proyectada y no cambia nada</translation>
  </message>
  <message>
   <source>wheel over a list</source>
   <translation>rueda sobre una lista</translation>
  </message>
 </context>
 <context>
  <name>commands/glossary_sheet</name>
  <message>
   <source>&lt;b&gt;{escape}&lt;/b&gt;&amp;nbsp; &lt;span style='color:{muted}'&gt;{escape2}&lt;/span&gt;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&lt;p&gt;Nothing here is called “{escape}”.&lt;/p&gt;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>&lt;span style='color:{muted}'&gt;{escape}&lt;/span&gt;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A term, or a word of its sentence</source>
   <translation>Un término, o una palabra de su frase</translation>
  </message>
  <message>
   <source>Find a term</source>
   <translation>Buscar un término</translation>
  </message>
  <message>
   <source>Glossary</source>
   <translation>Glosario</translation>
  </message>
  <message>
   <source>Language of the glossary</source>
   <translation>Idioma del glosario</translation>
  </message>
  <message>
   <source>Terms</source>
   <translation>Términos</translation>
  </message>
  <message>
   <source>Terms in the order of a course; those that fit to what was typed.</source>
   <translation>Los términos en el orden de un curso; los que encajan con lo escrito.</translation>
  </message>
  <message>
   <source>The glossary in this language: {word}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/language_actions</name>
  <message>
   <source>Language</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope has this language from its next start: File, Restart.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/palette</name>
  <message>
   <source>A command, a head, a step, a model, a sentence</source>
   <translation>Un comando, una cabeza, un paso, un modelo, una frase</translation>
  </message>
  <message>
   <source>A few letters are enough; Enter does it or goes there.</source>
   <translation>Bastan unas letras; Intro lo hace o va allí.</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Comandos</translation>
  </message>
  <message>
   <source>Find anything</source>
   <translation>Buscar lo que sea</translation>
  </message>
  <message>
   <source>What fits</source>
   <translation>Lo que encaja</translation>
  </message>
 </context>
 <context>
  <name>data/ancestry</name>
  <message>
   <source>a number of this run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not recorded</source>
   <translation>sin grabar</translation>
  </message>
  <message>
   <source>position {number}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/decoded_texts</name>
  <message>
   <source> · until none can win</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It ended at step {rows} with {last}{share}: of all kept texts it has the best score.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It ended at step {rows}: {last} became the most probable token{share}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It ended at step {rows}: {last} was drawn{share}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It repeats “{round_}{value}” since step {start}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It stopped at the limit of {most} tokens, without {end_word}: {left} there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its end was given: the model itself finds {last} there with {p_words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You write the target: nothing is chosen. Let the model write it to choose how.</source>
   <translation>El destino lo escribes tú: no se elige nada. Deja que el modelo escriba para elegir cómo.</translation>
  </message>
  <message>
   <source>beam winner</source>
   <translation>ganador del haz</translation>
  </message>
  <message>
   <source>beam {beams}{penalty}{patient}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>branch {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sampling T {temperature:g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>top-k {top_k}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>top-p {top_p:g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>without edits</source>
   <translation>sin cambios</translation>
  </message>
  <message>
   <source>your text</source>
   <translation>tu texto</translation>
  </message>
  <message>
   <source>{words}: each round makes the next more probable, mean p {fmt_chance} → {fmt_chance2}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/depth</name>
  <message>
   <source>As well ids, names of tensors, log-probabilities and further measures.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every view, every choice, every measure.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First look</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Full</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Research</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The essential views, choices and numbers: enough for the first hour.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/edit_list</name>
  <message>
   <source> ({stacks} only)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoder self-attention may read later tokens.</source>
   <translation>La autoatención del decodificador puede leer tokens posteriores.</translation>
  </message>
  <message>
   <source>No query of encoder self-attention and cross-attention may read this source token.</source>
   <translation>Ninguna consulta de la autoatención del codificador ni de la atención cruzada puede leer este token del origen.</translation>
  </message>
  <message>
   <source>Other position vectors than the model's own.</source>
   <translation>Otros vectores de posición que los del modelo.</translation>
  </message>
  <message>
   <source>Padding may be read, in all three attentions.</source>
   <translation>El relleno se puede leer, en las tres atenciones.</translation>
  </message>
  <message>
   <source>Set by hand in the mask of every layer and head of {words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set by hand; the other weights of its row share what is left, so that the row sums to 1.</source>
   <translation>Puesto a mano; los demás pesos de su fila se reparten lo que queda, de modo que la fila suma 1.</translation>
  </message>
  <message>
   <source>The head reads as it does on average in a survey of this model.</source>
   <translation>La cabeza lee como lo hace en promedio en un estudio de este modelo.</translation>
  </message>
  <message>
   <source>The head reads every token it may read with the same weight.</source>
   <translation>La cabeza lee con el mismo peso todos los tokens que puede leer.</translation>
  </message>
  <message>
   <source>The head reads the first token.</source>
   <translation>La cabeza lee el primer token.</translation>
  </message>
  <message>
   <source>The head reads the token at the query's own place.</source>
   <translation>La cabeza lee el token del lugar de la propia consulta.</translation>
  </message>
  <message>
   <source>The head reads the token before the query's place.</source>
   <translation>La cabeza lee el token anterior al lugar de la consulta.</translation>
  </message>
  <message>
   <source>The head's output is 0. No later layer may ever have seen that, so it can say too much.</source>
   <translation>La salida de la cabeza es 0. Quizá ninguna capa posterior lo haya visto nunca, así que puede exagerar.</translation>
  </message>
  <message>
   <source>The model reads another token in the place of source token {place}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This activation is taken over from the run of “{line}”, the model without edits.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This feed-forward adds nothing to the residual stream.</source>
   <translation>Esta red densa no suma nada al flujo residual.</translation>
  </message>
  <message>
   <source>This head's output is 0 before the output projection; its weights are still shown.</source>
   <translation>La salida de esta cabeza es 0 antes de la proyección de salida; sus pesos se siguen mostrando.</translation>
  </message>
  <message>
   <source>This number stands in the place of a forbidden cell's score, instead of −∞.</source>
   <translation>Este número ocupa el lugar de la puntuación de una celda prohibida, en vez de −∞.</translation>
  </message>
  <message>
   <source>after the </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all alike</source>
   <translation>todos por igual</translation>
  </message>
  <message>
   <source>at most {max_steps} target tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>capitals read as typed</source>
   <translation>mayúsculas leídas tal como se escriben</translation>
  </message>
  <message>
   <source>column {key}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>feed-forward of {stack} layer {layer} off</source>
   <translation>red densa de la capa {layer} ({stack}) apagada</translation>
  </message>
  <message>
   <source>first {count} target {tokens} chosen by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head} of {inline} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its average</source>
   <translation>su promedio</translation>
  </message>
  <message>
   <source>mask value {fmt_setting}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing (0)</source>
   <translation>nada (0)</translation>
  </message>
  <message>
   <source>padding readable</source>
   <translation>relleno legible</translation>
  </message>
  <message>
   <source>peeking ahead</source>
   <translation>ver el futuro</translation>
  </message>
  <message>
   <source>positions: {words}{where}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row {query}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seed of the positions {seed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seed {seed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source token {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>target given, not written by the model</source>
   <translation>destino dado, no escrito por el modelo</translation>
  </message>
  <message>
   <source>target made to begin with “{opening}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the first</source>
   <translation>el primero</translation>
  </message>
  <message>
   <source>the model's own</source>
   <translation>las del modelo</translation>
  </message>
  <message>
   <source>the one before</source>
   <translation>el anterior</translation>
  </message>
  <message>
   <source>{count} cells of the {kind} mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head_words} off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head_words} reads {reads}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind} cell {cell_name} {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind} embedding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{patch_words} from “{short}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} as token {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{what} at {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} masked</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/glossary</name>
  <message>
   <source>the glossary</source>
   <translation>el glosario</translation>
  </message>
  <message>
   <source>{name} is no glossary: it has no list of terms</source>
   <translation>{name} no es un glosario: no tiene lista de términos</translation>
  </message>
  <message>
   <source>{name}: {dict} has to be in {languages}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/id_text</name>
  <message>
   <source>0 to {last:,}, not {pad}, which is padding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>1 to {last:,}</source>
   <translation>de 1 a {last:,}</translation>
  </message>
  <message>
   <source>no id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{named}: {what} of this model ({range_words}), read as {unk}, unknown.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/line_text</name>
  <message>
   <source>  head {series}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> with a {unit} from {least:g} on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> · sentence {sentence} of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>: the strongest of {found:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>: those with a {unit} from {least:g} on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>; the widest stands for {reach:.3g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click on a word reads along it, on a line pins it; wheel or + and - zoom, drag moves, double click or 0 shows all. Right click on a line: where is the number from?</source>
   <translation>Un clic en una palabra lee a lo largo de ella; en una línea, la fija. La rueda o + y − acercan y alejan, arrastrar desplaza, doble clic o 0 muestra todo. Clic derecho en una línea: ¿de dónde sale el número?</translation>
  </message>
  <message>
   <source>A click pins this line and goes to head {head}.</source>
   <translation>Un clic fija esta línea y va a la cabeza {head}.</translation>
  </message>
  <message>
   <source>A click pins this line.</source>
   <translation>Un clic fija esta línea.</translation>
  </message>
  <message>
   <source>A click shows all that reads this token.</source>
   <translation>Un clic muestra todas las filas que leen este token.</translation>
  </message>
  <message>
   <source>A click shows all that this token reads.</source>
   <translation>Un clic muestra todo lo que lee este token.</translation>
  </message>
  <message>
   <source>All three attentions</source>
   <translation>Las tres atenciones</translation>
  </message>
  <message>
   <source>Arcs at the source: encoder self-attention; lines: cross-attention; arcs at the target: decoder</source>
   <translation>Arcos en el origen: autoatención del codificador; líneas: atención cruzada; arcos en el destino: decodificador</translation>
  </message>
  <message>
   <source>Each line leads from a decoder row, “just read ▸ written next”, to the source token that it reads</source>
   <translation>Cada línea va de una fila del decodificador, “recién leído ▸ escrito después”, al token del origen que lee</translation>
  </message>
  <message>
   <source>Each line leads from a decoder row, “just read ▸ written next”, to the target token that it reads</source>
   <translation>Cada línea va de una fila del decodificador, “recién leído ▸ escrito después”, al token del destino que lee</translation>
  </message>
  <message>
   <source>Each line leads from a source token that reads to one that it reads</source>
   <translation>Cada línea va de un token del origen que lee a uno que es leído</translation>
  </message>
  <message>
   <source>For a text this long rollout is not computed: it needs every map of every layer at once.</source>
   <translation>Para un texto tan largo no se calcula el rollout: necesita a la vez todos los mapas de todas las capas.</translation>
  </message>
  <message>
   <source>Head {head} · {exact}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines to special tokens are paler</source>
   <translation>Las líneas a tokens especiales son más pálidas</translation>
  </message>
  <message>
   <source>No line reaches {threshold:g}, the strongest has {most:.2g}: draw {shown}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rollout follows every layer of every attention on the way; not all of them are in this recording.</source>
   <translation>El rollout recorre todas las capas de todas las atenciones del camino; no todas están en esta grabación.</translation>
  </message>
  <message>
   <source>The decoder has not written anything yet.</source>
   <translation>El decodificador todavía no ha escrito nada.</translation>
  </message>
  <message>
   <source>The value vectors were not recorded in this run: ‖weight × v‖ cannot be shown. The weights are there.</source>
   <translation>Los vectores de valor no se grabaron en esta ejecución: ‖peso × v‖ no se puede mostrar. Los pesos sí están.</translation>
  </message>
  <message>
   <source>This attention is not in this recording.</source>
   <translation>Esta atención no está en esta grabación.</translation>
  </message>
  <message>
   <source>attention rollout (Abnar &amp; Zuidema 2020), ½ mean weights of all heads + ½ residual, layer upon layer</source>
   <translation>rollout de la atención (Abnar y Zuidema 2020), ½ media de los pesos de todas las cabezas + ½ residual, capa sobre capa</translation>
  </message>
  <message>
   <source>each its own line</source>
   <translation>cada una su línea</translation>
  </message>
  <message>
   <source>from {lower:g} on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {heads}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>heads {names} and {names2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>largest </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer} · {word}{listed}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mean </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one head</source>
   <translation>una cabeza</translation>
  </message>
  <message>
   <source>rollout up to layer {layer}</source>
   <translation>rollout hasta la capa {layer}</translation>
  </message>
  <message>
   <source>the largest weight of the heads; it sums to nothing in particular.</source>
   <translation>el mayor peso de las cabezas; no suma nada en particular.</translation>
  </message>
  <message>
   <source>the mean weight of the heads; what one row reads sums to 1.</source>
   <translation>el peso medio de las cabezas; lo que lee una fila suma 1.</translation>
  </message>
  <message>
   <source>the weight; rows do not sum to 1, as recorded.</source>
   <translation>el peso; las filas no suman 1, tal como se grabaron.</translation>
  </message>
  <message>
   <source>the weight; what one row reads sums to 1 in each head.</source>
   <translation>el peso; lo que lee una fila suma 1 en cada cabeza.</translation>
  </message>
  <message>
   <source>{count:,} of {cells:,} lines are drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {count2} heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{rule} through encoder and decoder; what a row lacks to 1 comes from the target so far.</source>
   <translation>{rule} a través de codificador y decodificador; lo que le falta a una fila para 1 viene del destino hasta ahora.</translation>
  </message>
  <message>
   <source>{rule}; each row sums to 1.</source>
   <translation>{rule}; cada fila suma 1.</translation>
  </message>
  <message>
   <source>‖weight × v‖, the length of what is handed over, before W_O (Kobayashi et al. 2020).</source>
   <translation>‖peso × v‖, la longitud de lo que se entrega, antes de W_O (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>“{row_name}” reads “{column_labels}”</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/map_text</name>
  <message>
   <source>; hatched = {mask_number}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Column = the source token it looks at.</source>
   <translation>Columna = el token del origen que mira.</translation>
  </message>
  <message>
   <source>Column = the source.</source>
   <translation>Columna = el origen.</translation>
  </message>
  <message>
   <source>Column = the target so far.</source>
   <translation>Columna = el destino hasta ahora.</translation>
  </message>
  <message>
   <source>Column “{token}” from top to bottom: how strongly each row looks at it.</source>
   <translation>Columna “{token}” de arriba abajo: con qué fuerza la mira cada fila.</translation>
  </message>
  <message>
   <source>Each row sums to 1.</source>
   <translation>Cada fila suma 1.</translation>
  </message>
  <message>
   <source>Hatched = masked, yet read: this mask hides nothing.</source>
   <translation>Rayado = enmascarado, pero leído: esta máscara no oculta nada.</translation>
  </message>
  <message>
   <source>Hatched = masked.</source>
   <translation>Rayado = enmascarado.</translation>
  </message>
  <message>
   <source>Row = the source token that looks.</source>
   <translation>Fila = el token del origen que mira.</translation>
  </message>
  <message>
   <source>Row = what the decoder has just read ▸ what it writes next.</source>
   <translation>Fila = lo que el decodificador acaba de leer ▸ lo que escribe después.</translation>
  </message>
  <message>
   <source>Rows do not sum to 1, as recorded.</source>
   <translation>Las filas no suman 1, tal como se grabaron.</translation>
  </message>
  <message>
   <source>Scores q·k, before scaling, mask and softmax.</source>
   <translation>Puntuaciones q·k, antes de escala, máscara y softmax.</translation>
  </message>
  <message>
   <source>Scores {score}, before mask and softmax.</source>
   <translation>Puntuaciones {score}, antes de máscara y softmax.</translation>
  </message>
  <message>
   <source>Scores {score}, with the mask{value}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The weights of the {lower} were not recorded in this run.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The {name} were not recorded, nor queries and keys from which they would follow.
The weights are there; choose them at the left.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mask: {tip}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>q·k, not divided</source>
   <translation>q·k, sin dividir</translation>
  </message>
  <message>
   <source>the row after “{read}” (it writes “{written}”)</source>
   <translation>la fila tras “{read}” (escribe “{written}”)</translation>
  </message>
  <message>
   <source>the row of “{read}”</source>
   <translation>la fila de “{read}”</translation>
  </message>
  <message>
   <source>{row_name} looks at “{key_name}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{start} The weights of a column need not sum to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title} · layer {layer} · head {head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} not recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word}, log</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word}, row by row</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/maps/aligned_heads</name>
  <message>
   <source>Line {number} has a link beyond the {source} and {target} words of sentence {sentence}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>agreement {share:.2f}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>alignment error {rate:.0f} %</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/maps/color_range</name>
  <message>
   <source>No column of this head stands out: none is dimmed</source>
   <translation>Ninguna columna de esta cabeza destaca: no se atenúa ninguna</translation>
  </message>
  <message>
   <source>No special token stands in a column: none is dimmed</source>
   <translation>Ningún token especial está en una columna: no se atenúa ninguna</translation>
  </message>
  <message>
   <source>{line}; colours reach the {others} of the other columns</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{listed} {many} dimmed: {percent} of the weight is there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{names} and {names2}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/maps/derived_map</name>
  <message>
   <source>Bytes of one character are joined: weights summed over keys, averaged over queries</source>
   <translation>Los bytes de un carácter van unidos: pesos sumados en las claves, promediados en las consultas</translation>
  </message>
  <message>
   <source>Lengths of vectors cannot be merged, only weights can: pieces are shown</source>
   <translation>Las longitudes de vectores no se pueden unir, solo los pesos: se muestran piezas</translation>
  </message>
  <message>
   <source>Pieces of one word are joined: weights summed over keys, averaged over queries</source>
   <translation>Las piezas de una palabra van unidas: pesos sumados en las claves, promediados en las consultas</translation>
  </message>
  <message>
   <source>Rollout has no heads of its own: it takes the mean of all</source>
   <translation>El rollout no tiene cabezas propias: toma la media de todas</translation>
  </message>
  <message>
   <source>Scores cannot be merged, only weights can: pieces are shown</source>
   <translation>Las puntuaciones no se pueden unir, solo los pesos: se muestran piezas</translation>
  </message>
  <message>
   <source>Special tokens left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{left_out}, rows renormalised: {share:.0f} % of the weight is shown on average</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{left_out}; nothing is renormalised</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/maps/map_options</name>
  <message>
   <source>A click on a cell of cross-attention links its words. Every head then has an agreement and an alignment error rate.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A drag up or down on a cell sets its weight; the other weights of its row share what is left, and the model goes on from there. Without this, hold Ctrl.</source>
   <translation>Arrastrar arriba o abajo en una celda pone su peso; los demás pesos de su fila se reparten lo que queda y el modelo sigue desde ahí. Sin esto, mantén Ctrl.</translation>
  </message>
  <message>
   <source>Attention is not explanation (Jain &amp; Wallace 2019; Wiegreffe &amp; Pinter 2019): a weight says what is read, not what it changes.</source>
   <translation>La atención no es explicación (Jain y Wallace 2019; Wiegreffe y Pinter 2019): un peso dice qué se lee, no qué cambia.</translation>
  </message>
  <message>
   <source>Attention is not explanation: a weight says what is read, not what it changes.</source>
   <translation>La atención no es explicación: un peso dice qué se lee, no qué cambia.</translation>
  </message>
  <message>
   <source>Blank below</source>
   <translation>En blanco bajo</translation>
  </message>
  <message>
   <source>Cells with a smaller weight are left blank, as if nothing were there. Pointing at one gives its number.</source>
   <translation>Las celdas con un peso menor quedan en blanco, como si no hubiera nada. Al señalar una se ve su número.</translation>
  </message>
  <message>
   <source>Colours</source>
   <translation>Colores</translation>
  </message>
  <message>
   <source>Dim columns</source>
   <translation>Atenuar columnas</translation>
  </message>
  <message>
   <source>Draw alignment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fades columns that take most of the weight and mean little, such as &lt;/s&gt;, so that the others can be seen. Numbers stay what was recorded; the key says how much weight is in the faded columns. Left out, the other columns' weights are brought back to a sum of 1 in each row.</source>
   <translation>Atenúa las columnas que se llevan casi todo el peso y significan poco, como &lt;/s&gt;, para que se vean las demás. Los números siguen siendo los grabados; la leyenda dice cuánto peso hay en las columnas atenuadas. Si se excluyen, los pesos de las demás columnas se llevan a sumar 1 en cada fila.</translation>
  </message>
  <message>
   <source>More</source>
   <translation>Más</translation>
  </message>
  <message>
   <source>Numbers</source>
   <translation>Números</translation>
  </message>
  <message>
   <source>Picture</source>
   <translation>Imagen</translation>
  </message>
  <message>
   <source>Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed over keys and averaged over queries. Scores cannot be merged.</source>
   <translation>Piezas tal como las lee el modelo, los bytes de un carácter unidos o palabras enteras: los pesos se suman en las claves y se promedian en las consultas. Las puntuaciones no se pueden unir.</translation>
  </message>
  <message>
   <source>Scale</source>
   <translation>Escala</translation>
  </message>
  <message>
   <source>Set weights</source>
   <translation>Poner pesos</translation>
  </message>
  <message>
   <source>Strongest colour</source>
   <translation>Color más fuerte</translation>
  </message>
  <message>
   <source>The colours of weights; all can be told apart with any colour vision. Scores have two directions and keep blue and orange.</source>
   <translation>Los colores de los pesos; todos se distinguen con cualquier visión del color. Las puntuaciones tienen dos sentidos y siguen en azul y naranja.</translation>
  </message>
  <message>
   <source>The map of the head, or its queries and keys as points of a plane, joined where weights are strong.</source>
   <translation>El mapa de la cabeza, o sus consultas y claves como puntos de un plano, unidos donde los pesos son fuertes.</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>What gets the strongest colour: a weight of 1 (of scores the largest of all heads), the largest number of each row, or the largest of this head. Log shows weights from 0.001 (less in long texts) to 1. The numbers in the cells stay what was recorded.</source>
   <translation>Qué recibe el color más fuerte: un peso de 1 (en puntuaciones, la mayor de todas las cabezas), el mayor número de cada fila o el mayor de esta cabeza. Log muestra pesos de 0.001 (menos en textos largos) a 1. Los números de las celdas siguen siendo los grabados.</translation>
  </message>
  <message>
   <source>Writes the numbers into the cells where they fit.</source>
   <translation>Escribe los números en las celdas donde caben.</translation>
  </message>
  <message>
   <source>head maximum</source>
   <translation>máximo de la cabeza</translation>
  </message>
  <message>
   <source>maximum of heads</source>
   <translation>máximo de cabezas</translation>
  </message>
  <message>
   <source>mean of heads</source>
   <translation>media de cabezas</translation>
  </message>
  <message>
   <source>pieces, bytes joined</source>
   <translation>piezas, bytes unidos</translation>
  </message>
  <message>
   <source>queries and keys</source>
   <translation>consultas y claves</translation>
  </message>
  <message>
   <source>row maximum</source>
   <translation>máximo de la fila</translation>
  </message>
  <message>
   <source>special tokens</source>
   <translation>tokens especiales</translation>
  </message>
  <message>
   <source>special tokens, left out</source>
   <translation>tokens especiales, excluidos</translation>
  </message>
  <message>
   <source>the strongest of each head</source>
   <translation>la más fuerte de cada cabeza</translation>
  </message>
  <message>
   <source>{caution} Switch the head off (M) and see what changes.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/maps/map_summary</name>
  <message>
   <source>Layer {layer}, head {head} {name_words}. {strongest}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Strongest: {row} reads “{read}” with a weight of {fmt_weight}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>has no single place that it reads most</source>
   <translation>no lee ningún lugar más que los otros</translation>
  </message>
  <message>
   <source>its own token</source>
   <translation>su propio token</translation>
  </message>
  <message>
   <source>reads at the same share of the way through the source</source>
   <translation>lee a la misma fracción del recorrido por el origen</translation>
  </message>
  <message>
   <source>reads earlier places of the token that was just read</source>
   <translation>lee lugares anteriores del token que se acaba de leer</translation>
  </message>
  <message>
   <source>reads its own token</source>
   <translation>lee su propio token</translation>
  </message>
  <message>
   <source>reads one source token at a time and nearly all of them, in an order of its own</source>
   <translation>lee un token del origen cada vez, y casi todos, en un orden propio</translation>
  </message>
  <message>
   <source>reads other places of its own token</source>
   <translation>lee otros lugares de su propio token</translation>
  </message>
  <message>
   <source>reads punctuation</source>
   <translation>lee la puntuación del texto</translation>
  </message>
  <message>
   <source>reads the end of sentence</source>
   <translation>lee el fin de frase</translation>
  </message>
  <message>
   <source>reads the first token</source>
   <translation>lee el primer token</translation>
  </message>
  <message>
   <source>reads the source from its end to its beginning</source>
   <translation>lee el origen del final al principio</translation>
  </message>
  <message>
   <source>reads the source word that is written like the one it writes, as names are</source>
   <translation>lee la palabra del origen que se escribe como la que escribe, como los nombres</translation>
  </message>
  <message>
   <source>reads the token after its own</source>
   <translation>lee el token siguiente al suyo</translation>
  </message>
  <message>
   <source>reads the token before its own</source>
   <translation>lee el token anterior al suyo</translation>
  </message>
  <message>
   <source>reads the token before the one just read</source>
   <translation>lee el token anterior al que se acaba de leer</translation>
  </message>
  <message>
   <source>reads the token that was just read, not the one that the row writes</source>
   <translation>lee el token que se acaba de leer, no el que escribe la fila</translation>
  </message>
  <message>
   <source>reads what followed its own token where it stood before</source>
   <translation>lee lo que seguía a su propio token donde apareció antes</translation>
  </message>
  <message>
   <source>reads what followed the token just read where it stood before</source>
   <translation>lee lo que seguía al token recién leído donde apareció antes</translation>
  </message>
  <message>
   <source>reads {many} {value} {of}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spreads its weight over nearly all tokens</source>
   <translation>reparte su peso entre casi todos los tokens</translation>
  </message>
  <message>
   <source>the same share of the way through the source</source>
   <translation>la misma fracción del recorrido por el origen</translation>
  </message>
  <message>
   <source>{lag} tokens</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/mask_rows</name>
  <message>
   <source>Its numbers were not recorded.</source>
   <translation>Sus números no se grabaron.</translation>
  </message>
  <message>
   <source>Must not read what comes later.</source>
   <translation>No debe leer lo que viene después.</translation>
  </message>
  <message>
   <source>Reads the whole source at every step.</source>
   <translation>Lee todo el origen en cada paso.</translation>
  </message>
  <message>
   <source>Reads the whole source at once.</source>
   <translation>Lee todo el origen de una vez.</translation>
  </message>
  <message>
   <source>Score {fmt_masked} stays as it is → weight {weight} after softmax.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Score {fmt_masked} → {fmt_masked2} before softmax → weight {weight}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weight {weight}; its scores were not recorded.</source>
   <translation>Peso {weight}; sus puntuaciones no se grabaron.</translation>
  </message>
  <message>
   <source>Why: every target row may read the whole source, all of which is known before the first word is written. Only padding is hidden, so nothing comes later here.</source>
   <translation>Por qué: cada fila del destino puede leer todo el origen, que se conoce entero antes de escribir la primera palabra. Solo se oculta el relleno; aquí nada viene después.</translation>
  </message>
  <message>
   <source>Why: the decoder predicts the next token, so a row must not read what comes later. In training the whole target stands there at once and could simply be copied; while writing, those tokens do not exist yet.</source>
   <translation>Por qué: el decodificador predice el token siguiente, así que una fila no debe leer lo que viene después. En el entrenamiento está ahí todo el destino y bastaría con copiarlo; al escribir, esos tokens aún no existen.</translation>
  </message>
  <message>
   <source>Why: the encoder reads the whole source at once, earlier and later words alike. Only padding is hidden: the lines of a batch are filled up to one length, and the filling must not change any result.</source>
   <translation>Por qué: el codificador lee todo el origen de una vez, lo anterior y lo posterior. Solo se oculta el relleno: las líneas de un lote se completan hasta la misma longitud, y eso no debe cambiar ningún resultado.</translation>
  </message>
  <message>
   <source>all {size:,} cells may be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the one cell may be read</source>
   <translation>la única celda se puede leer</translation>
  </message>
  <message>
   <source>{size:,} cells: {parts}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{upper}{row}, column “{column}”: {why}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/number_sources</name>
  <message>
   <source> up to layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, rows renormalised</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, special tokens left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, {value} of {count} heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Attention</source>
   <translation>Atención</translation>
  </message>
  <message>
   <source>C ← ½ Ã · C + ½ B · R_enc in each layer; Ã = ½ A + ½ identity, A and B the means of the heads’ weights</source>
   <translation>C ← ½ Ã · C + ½ B · R_enc en cada capa; Ã = ½ A + ½ identidad, A y B las medias de los pesos de las cabezas</translation>
  </message>
  <message>
   <source>R = Ãₗ · … · Ã₁ with Ã = ½ mean of the heads’ weights + ½ identity</source>
   <translation>R = Ãₗ · … · Ã₁ con Ã = ½ media de los pesos de las cabezas + ½ identidad</translation>
  </message>
  <message>
   <source>attention rollout</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>attention weight</source>
   <translation>peso de atención</translation>
  </message>
  <message>
   <source>bytes of a character joined</source>
   <translation>bytes de un carácter unidos</translation>
  </message>
  <message>
   <source>divided by the row’s sum without special tokens</source>
   <translation>dividido entre la suma de la fila sin tokens especiales</translation>
  </message>
  <message>
   <source>length of weight × value</source>
   <translation>longitud de peso × valor</translation>
  </message>
  <message>
   <source>scaled score</source>
   <translation>puntuación escalada</translation>
  </message>
  <message>
   <source>score after the mask</source>
   <translation>puntuación tras la máscara</translation>
  </message>
  <message>
   <source>score q·k</source>
   <translation>puntuación q·k</translation>
  </message>
  <message>
   <source>special tokens left out</source>
   <translation>sin tokens especiales</translation>
  </message>
  <message>
   <source>summed over the keys of a word, averaged over its queries</source>
   <translation>sumado en las claves de una palabra, promediado en sus consultas</translation>
  </message>
  <message>
   <source>{value} over the heads</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/pins</name>
  <message>
   <source>A continuation that is kept.</source>
   <translation>Una continuación que se conserva.</translation>
  </message>
  <message>
   <source>A minimal pair…</source>
   <translation>Un par mínimo…</translation>
  </message>
  <message>
   <source>A stays at this head; choose another one to be B.</source>
   <translation>A se queda en esta cabeza; elige otra para que sea B.</translation>
  </message>
  <message>
   <source>A stays at this step; go to another one to be B.</source>
   <translation>A se queda en este paso; ve a otro para que sea B.</translation>
  </message>
  <message>
   <source>A text of mine</source>
   <translation>Un texto mío</translation>
  </message>
  <message>
   <source>Another model…</source>
   <translation>Otro modelo…</translation>
  </message>
  <message>
   <source>Another sentence of this run.</source>
   <translation>Otra frase de esta ejecución.</translation>
  </message>
  <message>
   <source>Beam search</source>
   <translation>Búsqueda en haz</translation>
  </message>
  <message>
   <source>Greedy decoding</source>
   <translation>Decodificación voraz</translation>
  </message>
  <message>
   <source>Keeps this run as A, then lets you choose the model that is B.</source>
   <translation>Conserva esta ejecución como A y te deja elegir el modelo que es B.</translation>
  </message>
  <message>
   <source>Keeps this run as A. Then change the text, the model, the decoding or an edit: that is B.</source>
   <translation>Conserva esta ejecución como A. Después cambia el texto, el modelo, la decodificación o haz un cambio dentro: eso es B.</translation>
  </message>
  <message>
   <source>Keeps this run as A; then you write the target, which is B.</source>
   <translation>Conserva esta ejecución como A; después escribes tú el destino, que es B.</translation>
  </message>
  <message>
   <source>Pairs of sentences that differ in one thing: the first one becomes A, the second one B.</source>
   <translation>Pares de frases que se diferencian en una cosa: la primera pasa a ser A, la segunda B.</translation>
  </message>
  <message>
   <source>Sampling</source>
   <translation>Muestreo</translation>
  </message>
  <message>
   <source>Sentence {place}: {text}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same source, with no target given.</source>
   <translation>El mismo origen, sin destino dado.</translation>
  </message>
  <message>
   <source>The same source, written with {decoding_words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same text, with nothing edited inside the model.</source>
   <translation>El mismo texto, sin cambiar nada dentro del modelo.</translation>
  </message>
  <message>
   <source>The same with {lower}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same without the edits</source>
   <translation>Lo mismo sin los cambios</translation>
  </message>
  <message>
   <source>The token that came closest to the one that was written.</source>
   <translation>El token que quedó más cerca del que se escribió.</translation>
  </message>
  <message>
   <source>This head ({head_name}), with others</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run, as it is now</source>
   <translation>Esta ejecución, tal como está</translation>
  </message>
  <message>
   <source>This step ({step}), with others</source>
   <translation>Este paso ({step}), con otros</translation>
  </message>
  <message>
   <source>What the model writes by itself</source>
   <translation>Lo que el modelo escribe por sí solo</translation>
  </message>
  <message>
   <source>With “{candidate_name}” at step {step} ({p_words})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after {name:,} updates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as it is</source>
   <translation>tal como está</translation>
  </message>
  <message>
   <source>step {step}</source>
   <translation>paso {step}</translation>
  </message>
  <message>
   <source>step {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/position_table</name>
  <message>
   <source>, a {value} that repeats every {length:,.1f} positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, sines before cosines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At most {most_curves} dimensions can be told apart by colour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dimensions are whole numbers from 0 to {width}, with commas between</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each position has {made}; it is added to the token’s vector, so that the model can tell order.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This model adds nothing for positions: all numbers are 0, and only the decoder’s mask tells order.</source>
   <translation>Este modelo no suma nada por las posiciones: todos los números son 0, y solo la máscara del decodificador indica el orden.</translation>
  </message>
  <message>
   <source>This model adds nothing to the tokens’ vectors: self-attention adds a trained number for the distance of two tokens to their score.</source>
   <translation>Este modelo no suma nada a los vectores de los tokens: la autoatención suma a su puntuación un número entrenado según la distancia entre los dos tokens.</translation>
  </message>
  <message>
   <source>a learned vector (width {d_model})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a vector of waves (width {d_model}, base {position_base:,.0f}{halves})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{side}.embed.{part}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/run_comparison</name>
  <message>
   <source>Before that, p</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From token {first} on the text differs: {after} instead of {before}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No probability before that moves.</source>
   <translation>Antes de eso no cambia ninguna probabilidad.</translation>
  </message>
  <message>
   <source>No probability moves.</source>
   <translation>No cambia ninguna probabilidad.</translation>
  </message>
  <message>
   <source>The target is given, so the text stays.</source>
   <translation>El destino está dado, así que el texto se queda.</translation>
  </message>
  <message>
   <source>The text stays the same.</source>
   <translation>El texto sigue igual.</translation>
  </message>
  <message>
   <source>nothing more</source>
   <translation>nada más</translation>
  </message>
  <message>
   <source>{where}({text}) moves most: {fmt_near_chance} → {fmt_near_chance2}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/tables</name>
  <message>
   <source>Not the plain run: {}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There are no numbers yet: type a sentence first</source>
   <translation>Aún no hay números: escribe primero una frase</translation>
  </message>
  <message>
   <source>These numbers were not recorded for this run: {hook}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer} · head {head}</source>
   <translation>capa {layer} · cabeza {head}</translation>
  </message>
  <message>
   <source>step {number} of {all}</source>
   <translation>paso {number} de {all}</translation>
  </message>
  <message>
   <source>{number} of {all}</source>
   <translation>{number} de {all}</translation>
  </message>
  <message>
   <source>{value}Infinity</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/vocabulary</name>
  <message>
   <source>Attention rollout over all layers up to this one: ½ weights, mean of all heads, + ½ residual (Abnar &amp; Zuidema 2020).</source>
   <translation>Rollout de la atención por todas las capas hasta esta: ½ pesos, media de todas las cabezas, + ½ residual (Abnar y Zuidema 2020).</translation>
  </message>
  <message>
   <source>Attention, Lines, {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cross</source>
   <translation>Cruzada</translation>
  </message>
  <message>
   <source>Cross attention</source>
   <translation>Atención cruzada</translation>
  </message>
  <message>
   <source>Cross-attention</source>
   <translation>Atención cruzada</translation>
  </message>
  <message>
   <source>Decoder</source>
   <translation>Decodificador</translation>
  </message>
  <message>
   <source>Decoder attention</source>
   <translation>Atención del decodificador</translation>
  </message>
  <message>
   <source>Decoder self-attention</source>
   <translation>Autoatención del decodificador</translation>
  </message>
  <message>
   <source>Encoder</source>
   <translation>Codificador</translation>
  </message>
  <message>
   <source>Encoder attention</source>
   <translation>Atención del codificador</translation>
  </message>
  <message>
   <source>Encoder self-attention</source>
   <translation>Autoatención del codificador</translation>
  </message>
  <message>
   <source>How the source reads itself.</source>
   <translation>Cómo el origen se lee a sí mismo.</translation>
  </message>
  <message>
   <source>How the target reads the source.</source>
   <translation>Cómo el destino lee el origen.</translation>
  </message>
  <message>
   <source>How the target reads what is already written.</source>
   <translation>Cómo el destino lee lo que ya está escrito.</translation>
  </message>
  <message>
   <source>Not in this recording.</source>
   <translation>No está en esta grabación.</translation>
  </message>
  <message>
   <source>Not in this recording: {what}.

{value}
{instead}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is added for positions</source>
   <translation>No se suma nada por las posiciones</translation>
  </message>
  <message>
   <source>Random vectors, as before any training, stand in the place of the model's own</source>
   <translation>En lugar de los vectores del modelo hay vectores al azar, como antes de entrenar</translation>
  </message>
  <message>
   <source>Scaled scores after the mask, as the softmax reads them.</source>
   <translation>Puntuaciones escaladas tras la máscara, como las lee el softmax.</translation>
  </message>
  <message>
   <source>The length of weight × value vector: what is really handed over (Kobayashi et al. 2020).</source>
   <translation>La longitud del vector peso × valor: lo que de verdad se entrega (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>Waves with all sines before all cosines stand in the place of the model's own vectors</source>
   <translation>En lugar de los vectores del modelo hay ondas con todos los senos antes que los cosenos</translation>
  </message>
  <message>
   <source>Waves with sine and cosine in turn stand in the place of the model's own vectors</source>
   <translation>En lugar de los vectores del modelo hay ondas con senos y cosenos alternos</translation>
  </message>
  <message>
   <source>What the softmax makes of the masked scores: each row sums to 1.</source>
   <translation>Lo que el softmax hace de las puntuaciones con máscara: cada fila suma 1.</translation>
  </message>
  <message>
   <source>allowed by you</source>
   <translation>permitida por ti</translation>
  </message>
  <message>
   <source>anti-diag.</source>
   <translation>antidiag.</translation>
  </message>
  <message>
   <source>comes later</source>
   <translation>viene después</translation>
  </message>
  <message>
   <source>copies names</source>
   <translation>copia nombres</translation>
  </message>
  <message>
   <source>cross-attention</source>
   <translation>atención cruzada</translation>
  </message>
  <message>
   <source>decoder</source>
   <translation>decodificador</translation>
  </message>
  <message>
   <source>diag.</source>
   <translation>diag.</translation>
  </message>
  <message>
   <source>dupl.</source>
   <translation>dupl.</translation>
  </message>
  <message>
   <source>encoder</source>
   <translation>codificador</translation>
  </message>
  <message>
   <source>forbidden by you</source>
   <translation>prohibida por ti</translation>
  </message>
  <message>
   <source>future: comes later</source>
   <translation>futuro: viene después</translation>
  </message>
  <message>
   <source>hidden by you</source>
   <translation>oculta por ti</translation>
  </message>
  <message>
   <source>hidden until you answer</source>
   <translation>oculto hasta que respondas</translation>
  </message>
  <message>
   <source>hidden, comes later</source>
   <translation>oculto, viene después</translation>
  </message>
  <message>
   <source>hidden, padding without a token</source>
   <translation>oculto, relleno sin token</translation>
  </message>
  <message>
   <source>how this model tells positions</source>
   <translation>cómo este modelo distingue las posiciones</translation>
  </message>
  <message>
   <source>how weights come from queries and keys: they are not softmax(q·k ÷ √K) of those recorded</source>
   <translation>cómo salen los pesos de consultas y claves: no son softmax(q·k ÷ √K) de los grabados</translation>
  </message>
  <message>
   <source>induct.</source>
   <translation>induc.</translation>
  </message>
  <message>
   <source>just read</source>
   <translation>recién leído</translation>
  </message>
  <message>
   <source>masked by you</source>
   <translation>enmascarado por ti</translation>
  </message>
  <message>
   <source>masked scores</source>
   <translation>puntuaciones con máscara</translation>
  </message>
  <message>
   <source>masked: comes later</source>
   <translation>enmascarado: viene después</translation>
  </message>
  <message>
   <source>masked: padding</source>
   <translation>enmascarado: relleno</translation>
  </message>
  <message>
   <source>may be read</source>
   <translation>se puede leer</translation>
  </message>
  <message>
   <source>model's own</source>
   <translation>las del modelo</translation>
  </message>
  <message>
   <source>no positions</source>
   <translation>sin posiciones</translation>
  </message>
  <message>
   <source>no token there</source>
   <translation>ahí no hay token</translation>
  </message>
  <message>
   <source>none (zeros)</source>
   <translation>ninguna (ceros)</translation>
  </message>
  <message>
   <source>not a number</source>
   <translation>no es un número</translation>
  </message>
  <message>
   <source>opened by you</source>
   <translation>abierta por ti</translation>
  </message>
  <message>
   <source>padding: no token there</source>
   <translation>relleno: ahí no hay token</translation>
  </message>
  <message>
   <source>punct.</source>
   <translation>punt.</translation>
  </message>
  <message>
   <source>q·k as it comes out of the dot product.</source>
   <translation>q·k tal como sale del producto escalar.</translation>
  </message>
  <message>
   <source>q·k, divided by the root that this model has, before the mask.</source>
   <translation>q·k, dividido entre la raíz que tiene este modelo, antes de la máscara.</translation>
  </message>
  <message>
   <source>random vectors</source>
   <translation>vectores al azar</translation>
  </message>
  <message>
   <source>random, untrained</source>
   <translation>al azar, sin entrenar</translation>
  </message>
  <message>
   <source>raw scores</source>
   <translation>puntuaciones brutas</translation>
  </message>
  <message>
   <source>rollout</source>
   <translation>rollout</translation>
  </message>
  <message>
   <source>scaled scores</source>
   <translation>puntuaciones escaladas</translation>
  </message>
  <message>
   <source>sinusoidal, halves</source>
   <translation>sinusoidal, en mitades</translation>
  </message>
  <message>
   <source>sinusoidal, interleaved</source>
   <translation>sinusoidal, intercalado</translation>
  </message>
  <message>
   <source>sinusoids in halves</source>
   <translation>sinusoides en mitades</translation>
  </message>
  <message>
   <source>sinusoids, interleaved</source>
   <translation>sinusoides intercaladas</translation>
  </message>
  <message>
   <source>the model itself, neither how its parts are joined nor its sizes and parameters</source>
   <translation>el modelo mismo, ni cómo se unen sus partes ni sus tamaños y parámetros</translation>
  </message>
  <message>
   <source>the queries and keys of layer {layer}, so its weights cannot be followed back</source>
   <translation>las consultas y claves de la capa {layer}, así que no se puede seguir de dónde salen sus pesos</translation>
  </message>
  <message>
   <source>the weights of every layer, which are needed to compare heads</source>
   <translation>los pesos de todas las capas, que hacen falta para comparar cabezas</translation>
  </message>
  <message>
   <source>weights</source>
   <translation>pesos</translation>
  </message>
  <message>
   <source>what the model could have written, neither probabilities nor other candidates</source>
   <translation>lo que el modelo habría podido escribir, ni probabilidades ni otros candidatos</translation>
  </message>
  <message>
   <source>{map} head{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{views} and Survey show what it has. Choose a model (top bar) to see one at work.</source>
   <translation>{views} y Estudio muestran lo que tiene. Elige un modelo (barra superior) para ver uno trabajando.</translation>
  </message>
  <message>
   <source>‖weight × v‖</source>
   <translation>‖peso × v‖</translation>
  </message>
 </context>
 <context>
  <name>document/autosave</name>
  <message>
   <source>File ▸ Save session keeps it in a file of your own.</source>
   <translation>Archivo ▸ Guardar la sesión la conserva en un archivo tuyo.</translation>
  </message>
  <message>
   <source>The session is not kept for the next start</source>
   <translation>La sesión no se conserva para el próximo inicio</translation>
  </message>
  <message>
   <source>another headscope window keeps its own</source>
   <translation>otra ventana de headscope conserva la suya</translation>
  </message>
  <message>
   <source>headscope on {getlockinfo} keeps one in the same folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>something went wrong in the program</source>
   <translation>algo salió mal en el programa</translation>
  </message>
  <message>
   <source>there is not enough memory</source>
   <translation>no hay memoria suficiente</translation>
  </message>
  <message>
   <source>{not_kept}: {parent} cannot be made ({strerror}). {help}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{parent} cannot be written</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/changes</name>
  <message>
   <source>choose {word}at step {step}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/file_kinds</name>
  <message>
   <source>A model folder holds {model_files}, one of Hugging Face {config} and {foreign_files}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A text has one sentence in each line.</source>
   <translation>Un texto tiene una frase en cada línea.</translation>
  </message>
  <message>
   <source>Give it such a name, and open it again.</source>
   <translation>Ponle un nombre así y vuelve a abrirlo.</translation>
  </message>
  <message>
   <source>If it is a text, save it as UTF-8 in the program that wrote it. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>JSON, but no session</source>
   <translation>JSON, pero no una sesión</translation>
  </message>
  <message>
   <source>Save them as one: model.save_pretrained(folder, max_shard_size='100GB') in Hugging Face transformers.</source>
   <translation>Guárdalos como uno solo: model.save_pretrained(folder, max_shard_size='100GB') en Hugging Face transformers.</translation>
  </message>
  <message>
   <source>Sessions are written by File ▸ Save session.</source>
   <translation>Las sesiones se escriben con Archivo ▸ Guardar la sesión.</translation>
  </message>
  <message>
   <source>The first {count} of {count2:,} lines of {name} are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The first {text_characters:,} of {count:,} characters of {name} are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder {shown} holds its weights as {pickled}, {what}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder {shown} holds its weights in several files</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder {shown} holds {what}, so it is no model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model folder {shown} has no {missing}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no file {shown}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Was it moved or renamed?</source>
   <translation>¿Se movió o cambió de nombre?</translation>
  </message>
  <message>
   <source>a table of numbers that headscope saved, which is for other programs to read</source>
   <translation>una tabla de números que guardó headscope, para que la lean otros programas</translation>
  </message>
  <message>
   <source>a {config}, but no {foreign_files}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope's list of recent files, which it reads by itself</source>
   <translation>la lista de archivos recientes de headscope, que lee por sí mismo</translation>
  </message>
  <message>
   <source>headscope's settings, which it reads by itself</source>
   <translation>los ajustes de headscope, que lee por sí mismo</translation>
  </message>
  <message>
   <source>no {spec} and no {foreign_files}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the description of a model without the model</source>
   <translation>la descripción de un modelo sin el modelo</translation>
  </message>
  <message>
   <source>the result of a survey under another name than survey.json</source>
   <translation>el resultado de un estudio con otro nombre que survey.json</translation>
  </message>
  <message>
   <source>the text</source>
   <translation>el texto</translation>
  </message>
  <message>
   <source>{name} holds no text</source>
   <translation>{name} no contiene texto</translation>
  </message>
  <message>
   <source>{name} is not UTF-8 text</source>
   <translation>{name} no es texto UTF-8</translation>
  </message>
  <message>
   <source>{name} is not UTF-8 text (byte {start:,} is none)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is {what}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{shown} cannot be read: its name cannot be used</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{shown} cannot be read: {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{shown} is a recording under a name that does not end in .safetensors</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/hiding</name>
  <message>
   <source>Hidden until you answer.</source>
   <translation>Oculto hasta que respondas.</translation>
  </message>
 </context>
 <context>
  <name>document/history</name>
  <message>
   <source>I write</source>
   <translation>Escribo yo</translation>
  </message>
  <message>
   <source>beam search, {beams} beams</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>choose a token</source>
   <translation>elegir un token</translation>
  </message>
  <message>
   <source>compare with nothing</source>
   <translation>comparar con nada</translation>
  </message>
  <message>
   <source>decoder attention</source>
   <translation>atención del decodificador</translation>
  </message>
  <message>
   <source>depth: first look</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>depth: full</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>depth: research</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>edit the model</source>
   <translation>cambiar el modelo por dentro</translation>
  </message>
  <message>
   <source>encoder attention</source>
   <translation>atención del codificador</translation>
  </message>
  <message>
   <source>force an opening</source>
   <translation>imponer un comienzo</translation>
  </message>
  <message>
   <source>free-running beside the given target</source>
   <translation>escritura libre junto al destino dado</translation>
  </message>
  <message>
   <source>greedy decoding</source>
   <translation>decodificación voraz</translation>
  </message>
  <message>
   <source>how the text is read</source>
   <translation>cómo se lee el texto</translation>
  </message>
  <message>
   <source>keep another continuation</source>
   <translation>conservar otra continuación</translation>
  </message>
  <message>
   <source>last step</source>
   <translation>último paso</translation>
  </message>
  <message>
   <source>layer {layer}, head {head}</source>
   <translation>capa {layer}, cabeza {head}</translation>
  </message>
  <message>
   <source>longest target</source>
   <translation>destino más largo</translation>
  </message>
  <message>
   <source>model {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no edits</source>
   <translation>sin cambios</translation>
  </message>
  <message>
   <source>no forced beginning</source>
   <translation>sin comienzo impuesto</translation>
  </message>
  <message>
   <source>number of candidates</source>
   <translation>número de candidatos</translation>
  </message>
  <message>
   <source>open {name}</source>
   <translation>abrir {name}</translation>
  </message>
  <message>
   <source>options of {view}</source>
   <translation>opciones de {view}</translation>
  </message>
  <message>
   <source>other positions</source>
   <translation>otras posiciones</translation>
  </message>
  <message>
   <source>pin a cell</source>
   <translation>fijar una celda</translation>
  </message>
  <message>
   <source>pin a {held}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>read by {reading}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sampling, temperature {temperature:g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sentence {sentence}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>show {get}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>show {replace}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>speed {speed:g} steps/s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>text size {text_scale:.0%}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the model writes</source>
   <translation>escribe el modelo</translation>
  </message>
  <message>
   <source>theme {replace}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>type source</source>
   <translation>escribir el origen</translation>
  </message>
  <message>
   <source>type target</source>
   <translation>escribir el destino</translation>
  </message>
  <message>
   <source>update {name:,} of the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} head{value} off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} mask cell{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} token{value} masked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} token{value} swapped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{gone} taken back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} the inspector</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/lesson</name>
  <message>
   <source>Scene {place} asks what changes, and has no “then”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene {place} asks which one it is, and gives fewer than two options</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene {place} hides {unknown!r}; known are {hides}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene {place}: {message}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This lesson was not saved: it could not be opened again, it would be too large</source>
   <translation>Esta lección no se guardó: no se podría volver a abrir, sería demasiado grande</translation>
  </message>
  <message>
   <source>headscope {version}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the lesson</source>
   <translation>la lección</translation>
  </message>
  <message>
   <source>{name} has version {number}; this headscope opens {version}</source>
   <translation>{name} tiene la versión {number}; este headscope abre la {version}</translation>
  </message>
  <message>
   <source>{name} is no headscope lesson</source>
   <translation>{name} no es una lección de headscope</translation>
  </message>
 </context>
 <context>
  <name>document/link</name>
  <message>
   <source>A link has at most {longest:,} characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is no link of headscope: it begins with {begin}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This link is damaged: copy it whole</source>
   <translation>Este enlace está dañado: cópialo entero</translation>
  </message>
  <message>
   <source>This state is too long for a link. Save it as a session</source>
   <translation>Este estado es demasiado largo para un enlace. Guárdalo como sesión</translation>
  </message>
  <message>
   <source>cut off, or too large</source>
   <translation>cortado o demasiado grande</translation>
  </message>
  <message>
   <source>the link</source>
   <translation>el enlace</translation>
  </message>
 </context>
 <context>
  <name>document/session</name>
  <message>
   <source>A newer headscope wrote the last session (version {newer})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In {name} the part 'model' is damaged</source>
   <translation>En {name} la parte 'model' está dañada</translation>
  </message>
  <message>
   <source>The last session cannot be read ({name__})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The last session cannot be read: {message}</source>
   <translation>No se puede leer la última sesión: {message}</translation>
  </message>
  <message>
   <source>The model “{name}” is not the one this session was saved with ({hash} instead of {model_hash}): its numbers may differ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This session was not saved, because it could not be opened again: {reason}</source>
   <translation>Esta sesión no se guardó, porque no se podría volver a abrir: {reason}</translation>
  </message>
  <message>
   <source>headscope did not get to a picture {tries} times in a row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it would be too large</source>
   <translation>sería demasiado grande</translation>
  </message>
  <message>
   <source>{name} is no headscope session</source>
   <translation>{name} no es una sesión de headscope</translation>
  </message>
  <message>
   <source>{parent} cannot be made: {strerror}. The session is not kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{reason}. It is kept as {kept}; headscope starts afresh.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{reason}. It stays where it is: {path} ({strerror}).</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/state</name>
  <message>
   <source>In the session desk.writer is {writer!r}; the run's target says otherwise</source>
   <translation>En la sesión desk.writer es {writer!r}; el destino de la ejecución dice otra cosa</translation>
  </message>
  <message>
   <source>The session has no part {name!r}</source>
   <translation>A la sesión le falta la parte {name!r}</translation>
  </message>
  <message>
   <source>The session has version {version}; {advice}</source>
   <translation>La sesión tiene la versión {version}; {advice}</translation>
  </message>
  <message>
   <source>This is not a headscope session</source>
   <translation>Esto no es una sesión de headscope</translation>
  </message>
  <message>
   <source>open it with a newer headscope</source>
   <translation>ábrela con un headscope más nuevo</translation>
  </message>
  <message>
   <source>the session</source>
   <translation>la sesión</translation>
  </message>
  <message>
   <source>versions 1 to {version} can be opened</source>
   <translation>se pueden abrir las versiones de 1 a {version}</translation>
  </message>
 </context>
 <context>
  <name>document/store</name>
  <message>
   <source>open a session</source>
   <translation>abrir una sesión</translation>
  </message>
 </context>
 <context>
  <name>document/survey_results</name>
  <message>
   <source>The survey in {name} is not shown: {message}.</source>
   <translation>El estudio de {name} no se muestra: {message}.</translation>
  </message>
  <message>
   <source>it was stopped before its end; the command that made it goes on from there, and this page shows it then</source>
   <translation>se detuvo antes de terminar; el comando que lo hacía sigue desde ahí, y entonces se muestra en esta página</translation>
  </message>
  <message>
   <source>{name} has {size:,} bytes; at most {most:,} are read here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is not there or cannot be read</source>
   <translation>{name} no está o no se puede leer</translation>
  </message>
 </context>
 <context>
  <name>document/trainings/followed_training</name>
  <message>
   <source>The training cannot be read: {reason}.</source>
   <translation>No se puede leer el entrenamiento: {reason}.</translation>
  </message>
  <message>
   <source>its folder is not there any more; the last picture stays</source>
   <translation>su carpeta ya no está; la última imagen se queda</translation>
  </message>
 </context>
 <context>
  <name>document/trainings/training_choice</name>
  <message>
   <source>Choose a file of sentence pairs first: a TSV with source and target in each line.</source>
   <translation>Elige primero un archivo de pares de frases: un TSV con origen y destino en cada línea.</translation>
  </message>
  <message>
   <source>{width} units cannot be shared among {heads} heads.</source>
   <translation>{width} unidades no se pueden repartir entre {heads} cabezas.</translation>
  </message>
 </context>
 <context>
  <name>files/alignment_files</name>
  <message>
   <source>Links alone, Pharaoh format (*.txt)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of its {lines:,} lines the first {shown:,} are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the alignment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no translation yet whose words could be linked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words and links (*.tsv)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>aligned sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>aligned sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>alignment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} aligns the words of this text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not opened</source>
   <translation>{name} no se abrió</translation>
  </message>
  <message>
   <source>{name}: {words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: {words}. The first is shown, with its target.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/array_check</name>
  <message>
   <source> It is nearest to {name} ({difference:.3g} away).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All files (*)</source>
   <translation>Todos los archivos (*)</translation>
  </message>
  <message>
   <source>Arrays (*.npy *.npz *.safetensors)</source>
   <translation>Arrays (*.npy *.npz *.safetensors)</translation>
  </message>
  <message>
   <source>The run has no array of this shape: {shape}</source>
   <translation>La ejecución no tiene ningún array de esta forma: {shape}</translation>
  </message>
  <message>
   <source>equal to {name}: the largest difference is {difference:.1e}</source>
   <translation>igual a {name}: la mayor diferencia es {difference:.1e}</translation>
  </message>
  <message>
   <source>one number</source>
   <translation>un número</translation>
  </message>
  <message>
   <source>{difference:.3g} away from {name} at ({at}): {mine:.4g}, the model's {own:.4g}</source>
   <translation>a {difference:.3g} de {name} en ({at}): {mine:.4g}, el del modelo {own:.4g}</translation>
  </message>
  <message>
   <source>{inline} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} holds more than {largest:,} bytes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} holds no arrays of numbers</source>
   <translation>{name} no contiene arrays de números</translation>
  </message>
  <message>
   <source>{name} holds no arrays of numbers that can be read</source>
   <translation>{name} no contiene arrays de números que se puedan leer</translation>
  </message>
  <message>
   <source>{title} is {words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words} head {head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word}, {place}, all heads</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/dialogs</name>
  <message>
   <source>Caption</source>
   <translation>Pie</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Copiar</translation>
  </message>
  <message>
   <source>Copy it into a terminal to convert the file.</source>
   <translation>Cópiala en una terminal para convertir el archivo.</translation>
  </message>
  <message>
   <source>Copy the line</source>
   <translation>Copiar la línea</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>Formato</translation>
  </message>
  <message>
   <source>Its map alone, without controls</source>
   <translation>Solo su mapa, sin controles</translation>
  </message>
  <message>
   <source>Line for a terminal</source>
   <translation>Línea para una terminal</translation>
  </message>
  <message>
   <source>PDF, shapes and text</source>
   <translation>PDF, formas y texto</translation>
  </message>
  <message>
   <source>PNG, pixels</source>
   <translation>PNG, píxeles</translation>
  </message>
  <message>
   <source>Picture of</source>
   <translation>Imagen de</translation>
  </message>
  <message>
   <source>Puts the line on the clipboard.</source>
   <translation>Pone la línea en el portapapeles.</translation>
  </message>
  <message>
   <source>SVG, shapes and text</source>
   <translation>SVG, formas y texto</translation>
  </message>
  <message>
   <source>Save a picture</source>
   <translation>Guardar una imagen</translation>
  </message>
  <message>
   <source>Save as…</source>
   <translation>Guardar como…</translation>
  </message>
  <message>
   <source>Size</source>
   <translation>Tamaño</translation>
  </message>
  <message>
   <source>Text, model with its hash, layer, head and step are always kept in {where}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text, model, layer, head and step in a line under it</source>
   <translation>Texto, modelo, capa, cabeza y paso en una línea debajo</translation>
  </message>
  <message>
   <source>The whole window</source>
   <translation>Toda la ventana</translation>
  </message>
  <message>
   <source>This view</source>
   <translation>Esta vista</translation>
  </message>
  <message>
   <source>its text fields</source>
   <translation>sus campos de texto</translation>
  </message>
  <message>
   <source>its title</source>
   <translation>su título</translation>
  </message>
  <message>
   <source>its title and description</source>
   <translation>su título y descripción</translation>
  </message>
  <message>
   <source>{width:,} × {height:,} pixels</source>
   <translation>{width:,} × {height:,} píxeles</translation>
  </message>
 </context>
 <context>
  <name>files/export_actions</name>
  <message>
   <source>As arrays, with their words (*.npz)</source>
   <translation>Como arrays, con sus palabras (*.npz)</translation>
  </message>
  <message>
   <source>Every array of the run (*.npz)</source>
   <translation>Todos los arrays de la ejecución (*.npz)</translation>
  </message>
  <message>
   <source>Page (*.pdf)</source>
   <translation>Página (*.pdf)</translation>
  </message>
  <message>
   <source>Picture (*.png)</source>
   <translation>Imagen (*.png)</translation>
  </message>
  <message>
   <source>Save the numbers</source>
   <translation>Guardar los números</translation>
  </message>
  <message>
   <source>Save the picture</source>
   <translation>Guardar la imagen</translation>
  </message>
  <message>
   <source>Shapes and text (*.svg)</source>
   <translation>Formas y texto (*.svg)</translation>
  </message>
  <message>
   <source>The picture is on the clipboard.</source>
   <translation>La imagen está en el portapapeles.</translation>
  </message>
  <message>
   <source>The picture was not copied</source>
   <translation>La imagen no se copió</translation>
  </message>
  <message>
   <source>The table is on the clipboard, tab-separated.</source>
   <translation>La tabla está en el portapapeles, separada por tabuladores.</translation>
  </message>
  <message>
   <source>The table was not copied</source>
   <translation>La tabla no se copió</translation>
  </message>
  <message>
   <source>There is no table</source>
   <translation>No hay tabla</translation>
  </message>
  <message>
   <source>There is no view to paint</source>
   <translation>No hay ninguna vista que dibujar</translation>
  </message>
  <message>
   <source>These numbers as a table (*.csv)</source>
   <translation>Estos números como tabla (*.csv)</translation>
  </message>
  <message>
   <source>These numbers with their words (*.json)</source>
   <translation>Estos números con sus palabras (*.json)</translation>
  </message>
  <message>
   <source>This map as a table (*.csv)</source>
   <translation>Este mapa como tabla (*.csv)</translation>
  </message>
  <message>
   <source>This map with its tokens and context (*.json)</source>
   <translation>Este mapa con sus tokens y contexto (*.json)</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>Ventana</translation>
  </message>
  <message>
   <source>{name} was not saved</source>
   <translation>{name} no se guardó</translation>
  </message>
  <message>
   <source>{name} was not saved: the text or the model is another now.</source>
   <translation>{name} no se guardó: el texto o el modelo ya es otro.</translation>
  </message>
 </context>
 <context>
  <name>files/file_dialogs</name>
  <message>
   <source>Something went wrong in the program ({name__}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is not enough memory for it. Nothing was written.</source>
   <translation>No hay memoria suficiente. No se escribió nada.</translation>
  </message>
  <message>
   <source>{name} is saved.</source>
   <translation>{name} está guardado.</translation>
  </message>
 </context>
 <context>
  <name>files/open_save</name>
  <message>
   <source>A survey is being made; stop it first.</source>
   <translation>Se está haciendo un estudio; detenlo primero.</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Cancelar</translation>
  </message>
  <message>
   <source>Dropped text</source>
   <translation>Texto soltado</translation>
  </message>
  <message>
   <source>Forget them</source>
   <translation>Olvidarlos</translation>
  </message>
  <message>
   <source>No survey was made</source>
   <translation>No se hizo ningún estudio</translation>
  </message>
  <message>
   <source>Nothing was opened</source>
   <translation>No se abrió nada</translation>
  </message>
  <message>
   <source>Nothing yet</source>
   <translation>Todavía nada</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Abrir</translation>
  </message>
  <message>
   <source>Open a model folder</source>
   <translation>Abrir una carpeta de modelo</translation>
  </message>
  <message>
   <source>Open a survey</source>
   <translation>Abrir un estudio</translation>
  </message>
  <message>
   <source>Save it on this computer first, and drop the file.</source>
   <translation>Guárdalo primero en este equipo y suelta el archivo.</translation>
  </message>
  <message>
   <source>Sentence pairs, source&lt;TAB&gt;target (*.tsv)</source>
   <translation>Pares de frases, origen&lt;TAB&gt;destino (*.tsv)</translation>
  </message>
  <message>
   <source>Stops it at once; nothing that it began stays behind.</source>
   <translation>Lo detiene al instante; no queda nada de lo que empezó.</translation>
  </message>
  <message>
   <source>Survey a file of sentence pairs</source>
   <translation>Estudiar un archivo de pares de frases</translation>
  </message>
  <message>
   <source>Texts, sessions, lessons, models, weights, recordings (*.txt *.json *.safetensors)</source>
   <translation>Textos, sesiones, lecciones, modelos, pesos, grabaciones (*.txt *.json *.safetensors)</translation>
  </message>
  <message>
   <source>The model “{name}” is being loaded.</source>
   <translation>Se está cargando el modelo “{name}”.</translation>
  </message>
  <message>
   <source>The survey was stopped; the same file, surveyed again, goes on from there.</source>
   <translation>El estudio se detuvo; el mismo archivo, estudiado otra vez, sigue desde ahí.</translation>
  </message>
  <message>
   <source>What was dropped is no file of this computer</source>
   <translation>Lo que se soltó no es un archivo de este equipo</translation>
  </message>
  <message>
   <source>What was surveyed stays: the same file, surveyed again, goes on from there.</source>
   <translation>Lo estudiado se queda: el mismo archivo, estudiado otra vez, sigue desde ahí.</translation>
  </message>
  <message>
   <source>sentence</source>
   <translation>frase</translation>
  </message>
  <message>
   <source>sentences</source>
   <translation>frases</translation>
  </message>
  <message>
   <source>the conversion</source>
   <translation>la conversión</translation>
  </message>
  <message>
   <source>{name} is open to read: {reason}</source>
   <translation>{name} está abierto para leer: {reason}</translation>
  </message>
  <message>
   <source>{name} is open.</source>
   <translation>{name} está abierto.</translation>
  </message>
  <message>
   <source>{name} was opened; the other {count} dropped files were not.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{path} is not there any more.</source>
   <translation>{path} ya no está.</translation>
  </message>
 </context>
 <context>
  <name>files/picture_export</name>
  <message>
   <source>Scale {scale:g} is not possible; {scales:g} to {scales2:g} are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The picture could not be made. Nothing was written.</source>
   <translation>No se pudo hacer la imagen. No se escribió nada.</translation>
  </message>
  <message>
   <source>The picture would have {width:,} x {height:,} pixels; at most {largest_side:,} a side</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is not enough memory for this picture. Choose a smaller scale.</source>
   <translation>No hay memoria suficiente para esta imagen. Elige una escala menor.</translation>
  </message>
  <message>
   <source>There is nothing to paint: the view has no size. Nothing was written.</source>
   <translation>No hay nada que dibujar: la vista no tiene tamaño. No se escribió nada.</translation>
  </message>
  <message>
   <source>{name}: {what} are written as {endings}. Nothing was written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words} and {largest_area:,} in all are written. Choose a smaller scale.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/recent_files</name>
  <message>
   <source>the list of recent files</source>
   <translation>la lista de archivos recientes</translation>
  </message>
 </context>
 <context>
  <name>files/session_file</name>
  <message>
   <source> Not shown here: {left_out}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is lost.</source>
   <translation>No se pierde nada.</translation>
  </message>
  <message>
   <source>Save the session</source>
   <translation>Guardar la sesión</translation>
  </message>
  <message>
   <source>Session (*.json)</source>
   <translation>Sesión (*.json)</translation>
  </message>
  <message>
   <source>The link is on the clipboard: whoever has the same model opens the same state with it.</source>
   <translation>El enlace está en el portapapeles: quien tenga el mismo modelo abre con él el mismo estado.</translation>
  </message>
  <message>
   <source>The link is open.</source>
   <translation>El enlace está abierto.</translation>
  </message>
  <message>
   <source>The link was not copied</source>
   <translation>El enlace no se copió</translation>
  </message>
  <message>
   <source>The link was not opened</source>
   <translation>El enlace no se abrió</translation>
  </message>
  <message>
   <source>a newer headscope wrote it (version {newer}).{left} Saving asks for another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another headscope window works on it. Save under another name.</source>
   <translation>otra ventana de headscope trabaja en él. Guárdalo con otro nombre.</translation>
  </message>
  <message>
   <source>another headscope window works on it. Saving asks for another name.</source>
   <translation>otra ventana de headscope trabaja en él. Al guardar se pide otro nombre.</translation>
  </message>
  <message>
   <source>open a link</source>
   <translation>abrir un enlace</translation>
  </message>
  <message>
   <source>{name} was not written: {reason}</source>
   <translation>{name} no se escribió: {reason}</translation>
  </message>
  <message>
   <source>{stem} copy{suffix}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/survey_runner</name>
  <message>
   <source>  {seconds_left:.0f} s left</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Surveying {name}</source>
   <translation>Estudiando {name}</translation>
  </message>
  <message>
   <source>the process could not be started: {error}</source>
   <translation>no se pudo iniciar el proceso: {error}</translation>
  </message>
 </context>
 <context>
  <name>files/table_sheet</name>
  <message>
   <source>Arrow keys go from cell to cell.</source>
   <translation>Las flechas van de celda en celda.</translation>
  </message>
  <message>
   <source>Puts the table on the clipboard, for a spreadsheet.</source>
   <translation>Pone la tabla en el portapapeles, para una hoja de cálculo.</translation>
  </message>
  <message>
   <source>Table</source>
   <translation>Tabla</translation>
  </message>
  <message>
   <source>The numbers of this view</source>
   <translation>Los números de esta vista</translation>
  </message>
 </context>
 <context>
  <name>files/training_actions</name>
  <message>
   <source>Ends the training; it is saved and can go on.</source>
   <translation>Termina el entrenamiento; se guarda y puede seguir.</translation>
  </message>
  <message>
   <source>Free some space, and press “Go on”: it goes on from where it was saved.</source>
   <translation>Libera espacio y pulsa “Seguir”: continúa desde donde se guardó.</translation>
  </message>
  <message>
   <source>Open a training folder</source>
   <translation>Abrir una carpeta de entrenamiento</translation>
  </message>
  <message>
   <source>Save the training in a new folder inside this one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation>Detener</translation>
  </message>
  <message>
   <source>The last good snapshot stays. Lower the learning rate, or switch the warm-up on again.</source>
   <translation>La última instantánea buena se queda. Baja la tasa de aprendizaje o vuelve a activar el calentamiento.</translation>
  </message>
  <message>
   <source>The training was lost: {how}. “Go on” resumes it from where it was saved last.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no snapshot yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the training</source>
   <translation>el entrenamiento</translation>
  </message>
  <message>
   <source>{out} cannot be written: {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title} after {step} updates</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/controller</name>
  <message>
   <source>Converted from {name}, layout {layout}. {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Converting {name}</source>
   <translation>Convirtiendo {name}</translation>
  </message>
  <message>
   <source>It was converted, but {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking into it failed: {how}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Looking into {name}</source>
   <translation>Examinando {name}</translation>
  </message>
  <message>
   <source>Making it did not come to its end: {how}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making {name}</source>
   <translation>Haciendo {name}</translation>
  </message>
  <message>
   <source>No process can be started: {error}</source>
   <translation>No se puede iniciar ningún proceso: {error}</translation>
  </message>
  <message>
   <source>Nothing was started</source>
   <translation>No se inició nada</translation>
  </message>
  <message>
   <source>Saved without {parts}. {proved}
Kept in {out}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saving it did not come to its end: {how}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saving {name}</source>
   <translation>Guardando {name}</translation>
  </message>
  <message>
   <source>The conversion did not come to its end: {how}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cached decoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoding, open mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>proof: {name}</source>
   <translation>prueba: {name}</translation>
  </message>
  <message>
   <source>written folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {count2} proofs FAILED ({failed}): do not trust it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} proof{value} passed{how}, worst difference {worst:.1e}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is new: {parameters:,} random parameters, seed {seed}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not made</source>
   <translation>{name} no se hizo</translation>
  </message>
  <message>
   <source>{summary}
{begun}.
Kept in {out}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{summary} It is not trained: what it writes means nothing.
Kept in {out}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/form_widgets</name>
  <message>
   <source>Chooses the folder in which the new folder is made.</source>
   <translation>Elige la carpeta en la que se hace la nueva.</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>Elegir…</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Cerrar</translation>
  </message>
  <message>
   <source>Closes this window (Esc); nothing is made.</source>
   <translation>Cierra esta ventana (Esc); no se hace nada.</translation>
  </message>
  <message>
   <source>Folder that is written</source>
   <translation>Carpeta que se escribe</translation>
  </message>
  <message>
   <source>Save into</source>
   <translation>Guardar dentro de</translation>
  </message>
  <message>
   <source>Say the whole path of the folder.</source>
   <translation>Indica la ruta completa de la carpeta.</translation>
  </message>
  <message>
   <source>The folder that is written; it must not be there yet.</source>
   <translation>La carpeta que se escribe; no debe existir todavía.</translation>
  </message>
  <message>
   <source>This is no path.</source>
   <translation>Esto no es una ruta.</translation>
  </message>
  <message>
   <source>“{name}” is there already and is not empty: choose a folder that is not there yet.</source>
   <translation>“{name}” ya existe y no está vacía: elige una carpeta que no exista todavía.</translation>
  </message>
 </context>
 <context>
  <name>importing/import_dialog</name>
  <message>
   <source>Activation</source>
   <translation>Activación</translation>
  </message>
  <message>
   <source>Choose the number of heads: the file does not say it.</source>
   <translation>Elige el número de cabezas: el archivo no lo dice.</translation>
  </message>
  <message>
   <source>Choose which tensors are the tables.</source>
   <translation>Elige qué tensores son las tablas.</translation>
  </message>
  <message>
   <source>Convert and open</source>
   <translation>Convertir y abrir</translation>
  </message>
  <message>
   <source>Converts it in a process of its own, proves the result and opens it; the file stays as it is.</source>
   <translation>Lo convierte en un proceso propio, prueba el resultado y lo abre; el archivo queda como está.</translation>
  </message>
  <message>
   <source>Embeddings</source>
   <translation>Embeddings</translation>
  </message>
  <message>
   <source>GELU, approximated by tanh</source>
   <translation>GELU, aproximada con tanh</translation>
  </message>
  <message>
   <source>How many heads each attention has. No tensor says it, and with a wrong number the model runs, but not as it was trained: look it up where the model was made.</source>
   <translation>Cuántas cabezas tiene cada atención. Ningún tensor lo dice, y con un número equivocado el modelo funciona, pero no como se entrenó: búscalo donde se hizo el modelo.</translation>
  </message>
  <message>
   <source>Id of padding</source>
   <translation>Identificador del relleno</translation>
  </message>
  <message>
   <source>Id of the end</source>
   <translation>Identificador del final</translation>
  </message>
  <message>
   <source>Id of the start</source>
   <translation>Identificador del inicio</translation>
  </message>
  <message>
   <source>Id of unknown words</source>
   <translation>Identificador de palabras desconocidas</translation>
  </message>
  <message>
   <source>Norms</source>
   <translation>Normas</translation>
  </message>
  <message>
   <source>Number of heads</source>
   <translation>Número de cabezas</translation>
  </message>
  <message>
   <source>Open a model of another program</source>
   <translation>Abrir un modelo de otro programa</translation>
  </message>
  <message>
   <source>Output projection</source>
   <translation>Proyección de salida</translation>
  </message>
  <message>
   <source>Save to</source>
   <translation>Guardar en</translation>
  </message>
  <message>
   <source>Table of the source</source>
   <translation>Tabla del origen</translation>
  </message>
  <message>
   <source>Table of the target</source>
   <translation>Tabla del destino</translation>
  </message>
  <message>
   <source>The folder of the converted model; the original is not changed.</source>
   <translation>La carpeta del modelo convertido; el original no cambia.</translation>
  </message>
  <message>
   <source>The id of {ids}. No tensor says it, and there is no tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text and the picture stay until the new model is there.</source>
   <translation>El texto y la imagen se quedan hasta que esté el modelo nuevo.</translation>
  </message>
  <message>
   <source>What stands between the two linear layers of the feed-forward; no tensor says it.</source>
   <translation>Lo que hay entre las dos capas lineales de la red densa; ningún tensor lo dice.</translation>
  </message>
  <message>
   <source>Whether the model multiplies its token embeddings by the root of its width.</source>
   <translation>Si el modelo multiplica sus embeddings de token por la raíz de su anchura.</translation>
  </message>
  <message>
   <source>Which tensor of the file is the {use}'s table; its name does not say so.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after each sub-layer (norm_first=False)</source>
   <translation>después de cada subcapa (norm_first=False)</translation>
  </message>
  <message>
   <source>as they are</source>
   <translation>tal como son</translation>
  </message>
  <message>
   <source>before each sub-layer (norm_first=True)</source>
   <translation>antes de cada subcapa (norm_first=True)</translation>
  </message>
  <message>
   <source>choose a tensor</source>
   <translation>elige un tensor</translation>
  </message>
  <message>
   <source>norm_first of torch.nn.Transformer; no tensor says it.</source>
   <translation>norm_first de torch.nn.Transformer; ningún tensor lo dice.</translation>
  </message>
  <message>
   <source>not in the file: choose</source>
   <translation>no está en el archivo: elige</translation>
  </message>
  <message>
   <source>padding, which is never read</source>
   <translation>el relleno, que no se lee nunca</translation>
  </message>
  <message>
   <source>the end of a sentence</source>
   <translation>el fin de una frase</translation>
  </message>
  <message>
   <source>the token that the decoder reads first</source>
   <translation>el token que el decodificador lee primero</translation>
  </message>
  <message>
   <source>what is not in the vocabulary</source>
   <translation>lo que no está en el vocabulario</translation>
  </message>
  <message>
   <source>{name} is of the layout {layout} ({title}): {reason}.</source>
   <translation>{name} tiene el formato {layout} ({title}): {reason}.</translation>
  </message>
 </context>
 <context>
  <name>importing/new_model_dialog</name>
  <message>
   <source>Fills in all fields below.</source>
   <translation>Rellena todos los campos de abajo.</translation>
  </message>
  <message>
   <source>Give it a name.</source>
   <translation>Ponle un nombre.</translation>
  </message>
  <message>
   <source>Makes a randomly initialised model in a process of its own and opens it; nothing is trained.</source>
   <translation>Crea un modelo con números al azar en un proceso propio y lo abre; no se entrena nada.</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>Nombre</translation>
  </message>
  <message>
   <source>New model</source>
   <translation>Modelo nuevo</translation>
  </message>
  <message>
   <source>Save and open</source>
   <translation>Guardar y abrir</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>Semilla</translation>
  </message>
  <message>
   <source>Start from</source>
   <translation>Partir de</translation>
  </message>
  <message>
   <source>The folder of the new model.</source>
   <translation>La carpeta del modelo nuevo.</translation>
  </message>
  <message>
   <source>The same seed and the same fields give the same numbers.</source>
   <translation>La misma semilla y los mismos campos dan los mismos números.</translation>
  </message>
  <message>
   <source>Vocabulary</source>
   <translation>Vocabulario</translation>
  </message>
  <message>
   <source>What texts are made of.</source>
   <translation>De qué se hacen los textos.</translation>
  </message>
  <message>
   <source>What the model is called; its folder is named so.</source>
   <translation>Cómo se llama el modelo; su carpeta se llama igual.</translation>
  </message>
  <message>
   <source>new model</source>
   <translation>modelo nuevo</translation>
  </message>
  <message>
   <source>pieces of the bundled model, English and Spanish</source>
   <translation>piezas del modelo incluido, inglés y español</translation>
  </message>
  <message>
   <source>plain token ids</source>
   <translation>identificadores de token sin más</translation>
  </message>
  <message>
   <source>the model that is open</source>
   <translation>el modelo que está abierto</translation>
  </message>
  <message>
   <source>words of the toy task “{title}”</source>
   <translation>palabras de la tarea de juguete “{title}”</translation>
  </message>
  <message>
   <source>{parameters:,} parameters, {bytes} on the disk</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/probe</name>
  <message>
   <source>what the child process said</source>
   <translation>lo que dijo el proceso hijo</translation>
  </message>
  <message>
   <source>{encoder_layers}+{decoder_layers} layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{layers} · width {d_model:,} · {entries} · {parameters:,} parameters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no safetensors file, and the window reads no other weights</source>
   <translation>{name} no es un archivo safetensors, y la ventana no lee otros pesos</translation>
  </message>
  <message>
   <source>{source_vocabulary:,} entries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{source_vocabulary:,} entries at the source and {target_vocabulary:,} at the target</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/prune_dialog</name>
  <message>
   <source> and {count} more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>BLEU before and after on a file of sentence pairs, for the card; it takes as long as translating it.</source>
   <translation>BLEU antes y después sobre un archivo de pares de frases, para la ficha; tarda lo que se tarda en traducirlo.</translation>
  </message>
  <message>
   <source>Chooses the file of sentence pairs.</source>
   <translation>Elige el archivo de pares de frases.</translation>
  </message>
  <message>
   <source>File of sentence pairs</source>
   <translation>Archivo de pares de frases</translation>
  </message>
  <message>
   <source>Measure on</source>
   <translation>Medir sobre</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Guardar</translation>
  </message>
  <message>
   <source>Save without these heads</source>
   <translation>Guardar sin estas cabezas</translation>
  </message>
  <message>
   <source>Saves the model without {count} part{value}; what it writes is as it is now.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence pairs</source>
   <translation>Pares de frases</translation>
  </message>
  <message>
   <source>Sentence pairs (*.tsv);;All files (*)</source>
   <translation>Pares de frases (*.tsv);;Todos los archivos (*)</translation>
  </message>
  <message>
   <source>Source, tabulator, translation: one pair a line.</source>
   <translation>Origen, tabulador, traducción: un par por línea.</translation>
  </message>
  <message>
   <source>Taken out</source>
   <translation>Quitado</translation>
  </message>
  <message>
   <source>The file of sentence pairs is not there.</source>
   <translation>El archivo de pares de frases no está.</translation>
  </message>
  <message>
   <source>The folder of the new model; its card says what was taken out.</source>
   <translation>La carpeta del modelo nuevo; su ficha dice qué se quitó.</translation>
  </message>
  <message>
   <source>What is switched off now. Other edits belong to the text and stay there.</source>
   <translation>Lo que ahora está apagado. Los demás cambios pertenecen al texto y se quedan ahí.</translation>
  </message>
  <message>
   <source>Writes a model folder from whose switched-off heads and feed-forwards nothing comes.</source>
   <translation>Escribe una carpeta de modelo de cuyas cabezas y redes densas apagadas no sale nada.</translation>
  </message>
  <message>
   <source>none</source>
   <translation>ninguno</translation>
  </message>
  <message>
   <source>{name} pruned</source>
   <translation>{name} podado</translation>
  </message>
 </context>
 <context>
  <name>importing/spec_fields</name>
  <message>
   <source>A norm on token + position.</source>
   <translation>Una norma sobre token + posición.</translation>
  </message>
  <message>
   <source>A small number that keeps the division from 0.</source>
   <translation>Un número pequeño que evita dividir entre 0.</translation>
  </message>
  <message>
   <source>Attention heads of each layer; they share the width among them.</source>
   <translation>Cabezas de atención de cada capa; se reparten la anchura.</translation>
  </message>
  <message>
   <source>Base</source>
   <translation>Base</translation>
  </message>
  <message>
   <source>BatchNorm, over all rows</source>
   <translation>BatchNorm, sobre todas las filas</translation>
  </message>
  <message>
   <source>Bias of the joint projection</source>
   <translation>Sesgo de la proyección conjunta</translation>
  </message>
  <message>
   <source>Bias of the output</source>
   <translation>Sesgo de la salida</translation>
  </message>
  <message>
   <source>Biases</source>
   <translation>Sesgos</translation>
  </message>
  <message>
   <source>Biases of q, k and v</source>
   <translation>Sesgos de q, k y v</translation>
  </message>
  <message>
   <source>Buckets</source>
   <translation>Tramos</translation>
  </message>
  <message>
   <source>Decoder layers</source>
   <translation>Capas del decodificador</translation>
  </message>
  <message>
   <source>Dropout</source>
   <translation>Descarte</translation>
  </message>
  <message>
   <source>Embeddings times √D</source>
   <translation>Embeddings por √D</translation>
  </message>
  <message>
   <source>Encoder layers</source>
   <translation>Capas del codificador</translation>
  </message>
  <message>
   <source>End</source>
   <translation>Final</translation>
  </message>
  <message>
   <source>Feed-forward F</source>
   <translation>Red densa F</translation>
  </message>
  <message>
   <source>From this distance on, in tokens, all share the last bucket.</source>
   <translation>Desde esta distancia, en tokens, todas comparten el último tramo.</translation>
  </message>
  <message>
   <source>Gated</source>
   <translation>Con compuerta</translation>
  </message>
  <message>
   <source>Heads H</source>
   <translation>Cabezas H</translation>
  </message>
  <message>
   <source>Heads of the decoder</source>
   <translation>Cabezas del decodificador</translation>
  </message>
  <message>
   <source>Hidden units of the decoder</source>
   <translation>Unidades ocultas del decodificador</translation>
  </message>
  <message>
   <source>Hidden units of the feed-forward of each layer.</source>
   <translation>Unidades ocultas de la red densa de cada capa.</translation>
  </message>
  <message>
   <source>How each row is brought to the same size; the last two divide by the deviation with D − 1, ε added outside of the root.</source>
   <translation>Cómo se lleva cada fila al mismo tamaño; las dos últimas dividen entre la desviación con D − 1, con ε sumado fuera de la raíz.</translation>
  </message>
  <message>
   <source>How many token ids the source may have.</source>
   <translation>Cuántos identificadores de token puede tener el origen.</translation>
  </message>
  <message>
   <source>How many token ids the target may have.</source>
   <translation>Cuántos identificadores de token puede tener el destino.</translation>
  </message>
  <message>
   <source>How the model can tell where a token stands.</source>
   <translation>Cómo sabe el modelo dónde está un token.</translation>
  </message>
  <message>
   <source>How they share the units.</source>
   <translation>Cómo se reparten las unidades.</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>Tipo</translation>
  </message>
  <message>
   <source>LayerNorm, unbiased deviation</source>
   <translation>LayerNorm, desviación insesgada</translation>
  </message>
  <message>
   <source>Masked</source>
   <translation>Enmascarar</translation>
  </message>
  <message>
   <source>Masked score</source>
   <translation>Puntuación enmascarada</translation>
  </message>
  <message>
   <source>Norm at the stacks' ends</source>
   <translation>Norma al final de las pilas</translation>
  </message>
  <message>
   <source>Norm on the input</source>
   <translation>Norma en la entrada</translation>
  </message>
  <message>
   <source>Norms stand</source>
   <translation>Las normas van</translation>
  </message>
  <message>
   <source>One more norm after the last layer of each side.</source>
   <translation>Una norma más tras la última capa de cada lado.</translation>
  </message>
  <message>
   <source>One table for all</source>
   <translation>Una tabla para todo</translation>
  </message>
  <message>
   <source>Output times</source>
   <translation>Salida por</translation>
  </message>
  <message>
   <source>Padding</source>
   <translation>Relleno</translation>
  </message>
  <message>
   <source>Positions P</source>
   <translation>Posiciones P</translation>
  </message>
  <message>
   <source>Post-norm is the paper's, section 3.1; pre-norm is Xiong et al. 2020.</source>
   <translation>La post-norma es la del artículo, sección 3.1; la pre-norma es de Xiong et al. 2020.</translation>
  </message>
  <message>
   <source>RMSNorm, without the mean</source>
   <translation>RMSNorm, sin la media</translation>
  </message>
  <message>
   <source>Reach</source>
   <translation>Alcance</translation>
  </message>
  <message>
   <source>Rows at the table's start that stand for no position.</source>
   <translation>Filas al comienzo de la tabla que no representan ninguna posición.</translation>
  </message>
  <message>
   <source>Rows before the first</source>
   <translation>Filas antes de la primera</translation>
  </message>
  <message>
   <source>Scores divided by</source>
   <translation>Puntuaciones entre</translation>
  </message>
  <message>
   <source>Share of units set to 0 while training; 0 while it is looked at.</source>
   <translation>Parte de las unidades puestas a 0 al entrenar; 0 mientras se mira.</translation>
  </message>
  <message>
   <source>Shift β</source>
   <translation>Desplazamiento β</translation>
  </message>
  <message>
   <source>Sines and cosines</source>
   <translation>Senos y cosenos</translation>
  </message>
  <message>
   <source>Source entries</source>
   <translation>Entradas del origen</translation>
  </message>
  <message>
   <source>Source, target and output projection share one table (section 3.4 of the paper).</source>
   <translation>Origen, destino y proyección de salida comparten una tabla (sección 3.4 del artículo).</translation>
  </message>
  <message>
   <source>Start</source>
   <translation>Inicio</translation>
  </message>
  <message>
   <source>Target and output share one</source>
   <translation>Destino y salida comparten</translation>
  </message>
  <message>
   <source>Target embedding and output projection share one table.</source>
   <translation>El embedding del destino y la proyección de salida comparten una tabla.</translation>
  </message>
  <message>
   <source>Target entries</source>
   <translation>Entradas del destino</translation>
  </message>
  <message>
   <source>The decoder's output is multiplied by it before the projection.</source>
   <translation>La salida del decodificador se multiplica por él antes de la proyección.</translation>
  </message>
  <message>
   <source>The longest wave is 2π times this many tokens.</source>
   <translation>La onda más larga es 2π por este número de tokens.</translation>
  </message>
  <message>
   <source>Units of a key</source>
   <translation>Unidades de una clave</translation>
  </message>
  <message>
   <source>Units of a value</source>
   <translation>Unidades de un valor</translation>
  </message>
  <message>
   <source>Units of one head's queries and keys; 0 = D / H.</source>
   <translation>Unidades de las consultas y claves de una cabeza; 0 = D / H.</translation>
  </message>
  <message>
   <source>Unknown</source>
   <translation>Desconocido</translation>
  </message>
  <message>
   <source>What q·k is divided by before the softmax: the root of a head's width, or of the model's.</source>
   <translation>Entre qué se divide q·k antes del softmax: la raíz de la anchura de una cabeza, o la del modelo.</translation>
  </message>
  <message>
   <source>What stands between its linear layers.</source>
   <translation>Lo que hay entre sus capas lineales.</translation>
  </message>
  <message>
   <source>What stands in the place of a forbidden cell's score; empty = −∞, which hides it wholly.</source>
   <translation>Lo que ocupa el lugar de la puntuación de una celda prohibida; vacío = −∞, que la oculta del todo.</translation>
  </message>
  <message>
   <source>Where they are not as many; 0 = as the encoder's.</source>
   <translation>Cuando no son tantas; 0 = como las del codificador.</translation>
  </message>
  <message>
   <source>Whether a masked score is put in before or after the division.</source>
   <translation>Si una puntuación enmascarada se pone antes o después de la división.</translation>
  </message>
  <message>
   <source>Whether each entry of the vocabulary has a bias of its own.</source>
   <translation>Si cada entrada del vocabulario tiene un sesgo propio.</translation>
  </message>
  <message>
   <source>Whether its linear layers have biases.</source>
   <translation>Si sus capas lineales tienen sesgos.</translation>
  </message>
  <message>
   <source>Whether norms add a learned shift.</source>
   <translation>Si las normas suman un desplazamiento aprendido.</translation>
  </message>
  <message>
   <source>Whether the projection of all heads together has a bias.</source>
   <translation>Si la proyección de todas las cabezas juntas tiene sesgo.</translation>
  </message>
  <message>
   <source>Whether their linear layers have biases.</source>
   <translation>Si sus capas lineales tienen sesgos.</translation>
  </message>
  <message>
   <source>Whether token vectors are multiplied by the root of the width.</source>
   <translation>Si los vectores de token se multiplican por la raíz de la anchura.</translation>
  </message>
  <message>
   <source>Width D</source>
   <translation>Anchura D</translation>
  </message>
  <message>
   <source>after each sub-layer (post-norm)</source>
   <translation>después de cada subcapa (post-norma)</translation>
  </message>
  <message>
   <source>after the division</source>
   <translation>después de la división</translation>
  </message>
  <message>
   <source>as F</source>
   <translation>como F</translation>
  </message>
  <message>
   <source>as H</source>
   <translation>como H</translation>
  </message>
  <message>
   <source>as its keys</source>
   <translation>como sus claves</translation>
  </message>
  <message>
   <source>as q, k and v</source>
   <translation>como q, k y v</translation>
  </message>
  <message>
   <source>before each sub-layer (pre-norm)</source>
   <translation>antes de cada subcapa (pre-norma)</translation>
  </message>
  <message>
   <source>before the division</source>
   <translation>antes de la división</translation>
  </message>
  <message>
   <source>for learned vectors</source>
   <translation>para vectores aprendidos</translation>
  </message>
  <message>
   <source>for numbers per distance</source>
   <translation>para números por distancia</translation>
  </message>
  <message>
   <source>for sinusoids</source>
   <translation>para sinusoides</translation>
  </message>
  <message>
   <source>in halves</source>
   <translation>en mitades</translation>
  </message>
  <message>
   <source>learned number per distance</source>
   <translation>número aprendido por distancia</translation>
  </message>
  <message>
   <source>learned vectors</source>
   <translation>vectores aprendidos</translation>
  </message>
  <message>
   <source>none: order is lost</source>
   <translation>ninguna: se pierde el orden</translation>
  </message>
  <message>
   <source>not for RMSNorm, which has none</source>
   <translation>no para RMSNorm, que no lo tiene</translation>
  </message>
  <message>
   <source>one scale for all units</source>
   <translation>una escala para todas las unidades</translation>
  </message>
  <message>
   <source>the default (pre-norm, width 256)</source>
   <translation>lo habitual (pre-norma, anchura 256)</translation>
  </message>
  <message>
   <source>the paper's base model (post-norm, width 512)</source>
   <translation>el modelo base del artículo (post-norma, anchura 512)</translation>
  </message>
  <message>
   <source>the same with pre-norm</source>
   <translation>lo mismo con pre-norma</translation>
  </message>
  <message>
   <source>where there is not one table for all</source>
   <translation>cuando no hay una tabla para todo</translation>
  </message>
  <message>
   <source>with a masked score that is a number</source>
   <translation>con una puntuación enmascarada que sea un número</translation>
  </message>
  <message>
   <source>{upper}{meaning}; it must lie inside of both vocabularies.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>√D, of the model</source>
   <translation>√D, del modelo</translation>
  </message>
  <message>
   <source>√K, of a head</source>
   <translation>√K, de una cabeza</translation>
  </message>
 </context>
 <context>
  <name>importing/spec_form</name>
  <message>
   <source>Feed-forward</source>
   <translation>Red densa</translation>
  </message>
  <message>
   <source>Positions</source>
   <translation>Posiciones</translation>
  </message>
  <message>
   <source>Sizes</source>
   <translation>Tamaños</translation>
  </message>
  <message>
   <source>Token ids</source>
   <translation>Identificadores de token</translation>
  </message>
 </context>
 <context>
  <name>importing/spec_sketch</name>
  <message>
   <source>Sketch of the model</source>
   <translation>Esquema del modelo</translation>
  </message>
  <message>
   <source>{encoder_layers} + {decoder_layers} layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{heads} head{value} of {head_width}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/edit_effect</name>
  <message>
   <source>With these edits:</source>
   <translation>Con estos cambios:</translation>
  </message>
  <message>
   <source>With this weight:</source>
   <translation>Con este peso:</translation>
  </message>
  <message>
   <source>Without this head:</source>
   <translation>Sin esta cabeza:</translation>
  </message>
  <message>
   <source>below {last}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{who} another text is written from step {value} on.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/head_effect</name>
  <message>
   <source> the same text. Log-probability {fmt_score} → {fmt_score2}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Agreement {share:.2f}: the weight on the words that the alignment links.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each target word is linked to the source word that this head reads most: how many of the links are wrong or missing (alignment error rate, Och &amp; Ney 2003).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step}, “{text}”: its probability with this head and without, after</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Without this head the model writes from step 1 on: {whole}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Without this head the model writes, from step 1 on: {whole}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>error {rate:.0f} %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same</source>
   <translation>el mismo</translation>
  </message>
  <message>
   <source>the text becomes</source>
   <translation>el texto pasa a ser</translation>
  </message>
  <message>
   <source>without it</source>
   <translation>sin ella</translation>
  </message>
  <message>
   <source>{error}, agrees {share:.2f}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/inspector</name>
  <message>
   <source>Inspector</source>
   <translation>Inspector</translation>
  </message>
 </context>
 <context>
  <name>inspector/sections</name>
  <message>
   <source>After the softmax over the row, in layer {layer}, head {head}.</source>
   <translation>Tras el softmax de la fila, en la capa {layer}, cabeza {head}.</translation>
  </message>
  <message>
   <source>By which rows this token is looked at</source>
   <translation>Qué filas miran este token</translation>
  </message>
  <message>
   <source>How spread out the row is: 0 bits = one token has it all, 1 bit = as if on two tokens evenly.</source>
   <translation>Cuán repartida está la fila: 0 bits = un token lo tiene todo, 1 bit = como en dos tokens por igual.</translation>
  </message>
  <message>
   <source>It puts its output into the stream again.</source>
   <translation>Vuelve a poner su salida en el flujo.</translation>
  </message>
  <message>
   <source>It reads {instead} instead of its own pattern, as is chosen in Heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its output becomes 0: see what the model loses.</source>
   <translation>Su salida pasa a 0: mira qué pierde el modelo.</translation>
  </message>
  <message>
   <source>Layer {layer} · head {head}</source>
   <translation>Capa {layer} · cabeza {head}</translation>
  </message>
  <message>
   <source>Nothing is pinned: the strongest cell of the current step's row.</source>
   <translation>No hay nada fijado: la celda más fuerte de la fila del paso actual.</translation>
  </message>
  <message>
   <source>Nothing is pinned: the word that the current step's row reads most. Ends and punctuation may weigh more.</source>
   <translation>No hay nada fijado: la palabra que más lee la fila del paso actual. Finales y puntuación pueden pesar más.</translation>
  </message>
  <message>
   <source>Numbers of the cell</source>
   <translation>Números de la celda</translation>
  </message>
  <message>
   <source>Numbers of the head</source>
   <translation>Números de la cabeza</translation>
  </message>
  <message>
   <source>Of the row, and of the column.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a cell or a token</source>
   <translation>Señala una celda o un token</translation>
  </message>
  <message>
   <source>Query times key, before scaling.</source>
   <translation>Consulta por clave, antes de la escala.</translation>
  </message>
  <message>
   <source>Replace</source>
   <translation>Sustituir</translation>
  </message>
  <message>
   <source>Replace head</source>
   <translation>Sustituir la cabeza</translation>
  </message>
  <message>
   <source>Switch head {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch off</source>
   <translation>Apagar</translation>
  </message>
  <message>
   <source>Switch on</source>
   <translation>Encender</translation>
  </message>
  <message>
   <source>The cell under the pointer. A click pins it.</source>
   <translation>La celda bajo el puntero. Un clic la fija.</translation>
  </message>
  <message>
   <source>The length of what is handed over, before W_O (Kobayashi et al. 2020).</source>
   <translation>La longitud de lo que se entrega, antes de W_O (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>The number that is shown here; below those of one head.</source>
   <translation>El número que se muestra aquí; debajo, los de una cabeza.</translation>
  </message>
  <message>
   <source>The score as it is: this model does not scale its scores.</source>
   <translation>La puntuación tal cual: este modelo no escala sus puntuaciones.</translation>
  </message>
  <message>
   <source>The score ÷ the root of a head's width, which is not in this recording.</source>
   <translation>La puntuación ÷ la raíz de la anchura de una cabeza, que no está en esta grabación.</translation>
  </message>
  <message>
   <source>The score ÷ {root}; {reason}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cell stays until another is pinned. Esc lets it go.</source>
   <translation>Esta celda se queda hasta que se fije otra. Esc la suelta.</translation>
  </message>
  <message>
   <source>This head</source>
   <translation>Esta cabeza</translation>
  </message>
  <message>
   <source>What the softmax reads; −∞ makes a weight of exactly 0.</source>
   <translation>Lo que lee el softmax; −∞ da un peso de exactamente 0.</translation>
  </message>
  <message>
   <source>What this row looks at</source>
   <translation>Qué mira esta fila</translation>
  </message>
  <message>
   <source>Whether this row may read this token.</source>
   <translation>Si esta fila puede leer este token.</translation>
  </message>
  <message>
   <source>a head is {width} wide</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after the mask</source>
   <translation>tras la máscara</translation>
  </message>
  <message>
   <source>entropy of the row</source>
   <translation>entropía de la fila</translation>
  </message>
  <message>
   <source>index</source>
   <translation>índice</translation>
  </message>
  <message>
   <source>is looked at by</source>
   <translation>es mirado por</translation>
  </message>
  <message>
   <source>looks at</source>
   <translation>mira</translation>
  </message>
  <message>
   <source>pointed at</source>
   <translation>señalada</translation>
  </message>
  <message>
   <source>scaled ÷ {root}</source>
   <translation>escalada ÷ {root}</translation>
  </message>
  <message>
   <source>strongest key</source>
   <translation>clave más fuerte</translation>
  </message>
  <message>
   <source>strongest word</source>
   <translation>palabra más fuerte</translation>
  </message>
  <message>
   <source>the root of the model's width</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token ids</source>
   <translation>identificadores de token</translation>
  </message>
  <message>
   <source>weight, edited</source>
   <translation>peso, cambiado</translation>
  </message>
  <message>
   <source>weight, head {head}</source>
   <translation>peso, cabeza {head}</translation>
  </message>
  <message>
   <source>{fmt_weight} bits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/step_section</name>
  <message>
   <source>Candidates are not in this recording.</source>
   <translation>Los candidatos no están en esta grabación.</translation>
  </message>
  <message>
   <source>Candidates of this step</source>
   <translation>Candidatos de este paso</translation>
  </message>
  <message>
   <source>Click one to go on with it: both texts stay.</source>
   <translation>Un clic en uno sigue con él: ambos textos se quedan.</translation>
  </message>
  <message>
   <source>How undecided the model is about the next token: 0 bits = one candidate has it all, 1 bit = as open as two equal candidates.</source>
   <translation>Cuán indeciso está el modelo sobre el token siguiente: 0 bits = un candidato lo tiene todo, 1 bit = tan abierto como entre dos candidatos iguales.</translation>
  </message>
  <message>
   <source>Let the model write freely again</source>
   <translation>Dejar que el modelo vuelva a escribir libremente</translation>
  </message>
  <message>
   <source>Let the model write it</source>
   <translation>Dejar que lo escriba el modelo</translation>
  </message>
  <message>
   <source>Natural logarithm of the probability of the written token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers of the step</source>
   <translation>Números del paso</translation>
  </message>
  <message>
   <source>Of the finished text, later tokens visible.</source>
   <translation>Del texto terminado, con los tokens posteriores visibles.</translation>
  </message>
  <message>
   <source>Place of the written token among the candidates that were recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Probability of the written token at its own step. The other numbers here are of the finished text, given to the decoder as a whole: with these masks a row may then read later tokens, unknown at its step.</source>
   <translation>Probabilidad del token escrito en su propio paso. Los demás números de aquí son del texto terminado, dado entero al decodificador: con estas máscaras una fila puede leer entonces tokens posteriores, desconocidos en su paso.</translation>
  </message>
  <message>
   <source>Probability that the next token is the end of sentence, &lt;/s&gt;.</source>
   <translation>Probabilidad de que el token siguiente sea el fin de frase, &lt;/s&gt;.</translation>
  </message>
  <message>
   <source>Row of the token in the table of the vocabulary.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} writes</source>
   <translation>El paso {step} escribe</translation>
  </message>
  <message>
   <source>The first {tokens}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to translate: the end is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This step</source>
   <translation>Este paso</translation>
  </message>
  <message>
   <source>What the model could write comes here.</source>
   <translation>Aquí aparece lo que el modelo podría escribir.</translation>
  </message>
  <message>
   <source>beyond {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chosen with</source>
   <translation>elegido con</translation>
  </message>
  <message>
   <source>ends the sentence</source>
   <translation>fin de frase</translation>
  </message>
  <message>
   <source>log-probability</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>probability {fmt_chance}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token id</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>written here</source>
   <translation>escrito aquí</translation>
  </message>
  <message>
   <source>written here: given, not chosen by the model</source>
   <translation>escrito aquí: dado, no elegido por el modelo</translation>
  </message>
  <message>
   <source>{forced} tokens are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{what} given, not chosen.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/author</name>
  <message>
   <source>A PDF: a page for each scene, and one for each answer</source>
   <translation>Un PDF: una página por escena y otra por respuesta</translation>
  </message>
  <message>
   <source>Add this window</source>
   <translation>Añadir esta ventana</translation>
  </message>
  <message>
   <source>Answer: the window</source>
   <translation>Respuesta: la ventana</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>Eliminar</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>Duplicar</translation>
  </message>
  <message>
   <source>Earlier</source>
   <translation>Antes</translation>
  </message>
  <message>
   <source>Language of what you write</source>
   <translation>Idioma en que escribes</translation>
  </message>
  <message>
   <source>Later</source>
   <translation>Después</translation>
  </message>
  <message>
   <source>Makes it once more</source>
   <translation>Lo hace otra vez</translation>
  </message>
  <message>
   <source>Markdown: **strong**, *emphasis*, `token`, lists with “- ”. Answers are measured on the model when it is saved.</source>
   <translation>Markdown: **fuerte**, *énfasis*, `token`, listas con “- ”. Las respuestas se miden en el modelo al guardar.</translation>
  </message>
  <message>
   <source>Notes for you, on the second screen</source>
   <translation>Notas para ti, en la segunda pantalla</translation>
  </message>
  <message>
   <source>One file that opens anywhere headscope does</source>
   <translation>Un archivo que se abre en cualquier headscope</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>Reproducir</translation>
  </message>
  <message>
   <source>Plays it from the first scene</source>
   <translation>La reproduce desde la primera escena</translation>
  </message>
  <message>
   <source>Scenes</source>
   <translation>Escenas</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Mostrar</translation>
  </message>
  <message>
   <source>Shows the chosen scene in the window</source>
   <translation>Muestra en la ventana la escena elegida</translation>
  </message>
  <message>
   <source>Slides…</source>
   <translation>Diapositivas…</translation>
  </message>
  <message>
   <source>Spotlight</source>
   <translation>Foco</translation>
  </message>
  <message>
   <source>Take the window</source>
   <translation>Tomar la ventana</translation>
  </message>
  <message>
   <source>Takes the chosen scene out</source>
   <translation>Quita la escena elegida</translation>
  </message>
  <message>
   <source>Takes the last change back</source>
   <translation>Retira el último cambio</translation>
  </message>
  <message>
   <source>The answer shows what the window shows now</source>
   <translation>La respuesta muestra lo que ahora muestra la ventana</translation>
  </message>
  <message>
   <source>The chosen scene once more</source>
   <translation>La escena elegida otra vez</translation>
  </message>
  <message>
   <source>The chosen scene shows what the window shows now</source>
   <translation>La escena elegida muestra lo que ahora muestra la ventana</translation>
  </message>
  <message>
   <source>The present window as a scene, behind the chosen one</source>
   <translation>La ventana presente como escena, detrás de la elegida</translation>
  </message>
  <message>
   <source>The question, in your words</source>
   <translation>La pregunta, con tus palabras</translation>
  </message>
  <message>
   <source>Title of the lesson</source>
   <translation>Título de la lección</translation>
  </message>
  <message>
   <source>Title of the scene</source>
   <translation>Título de la escena</translation>
  </message>
  <message>
   <source>What is asked</source>
   <translation>Qué se pregunta</translation>
  </message>
  <message>
   <source>What the class reads</source>
   <translation>Lo que lee la clase</translation>
  </message>
  <message>
   <source>Your lesson</source>
   <translation>Tu lección</translation>
  </message>
  <message>
   <source>Your lesson is not kept for the next start: {error}</source>
   <translation>Tu lección no se conserva para el próximo inicio: {error}</translation>
  </message>
  <message>
   <source>no question</source>
   <translation>sin pregunta</translation>
  </message>
  <message>
   <source>no spotlight</source>
   <translation>sin foco</translation>
  </message>
  <message>
   <source>the head that matters</source>
   <translation>la cabeza que importa</translation>
  </message>
  <message>
   <source>the inspector</source>
   <translation>el inspector</translation>
  </message>
  <message>
   <source>the next word</source>
   <translation>la palabra siguiente</translation>
  </message>
  <message>
   <source>the probability</source>
   <translation>la probabilidad</translation>
  </message>
  <message>
   <source>the row of the step</source>
   <translation>la fila del paso</translation>
  </message>
  <message>
   <source>the source</source>
   <translation>el origen</translation>
  </message>
  <message>
   <source>the strongest word of the row</source>
   <translation>la palabra más fuerte de la fila</translation>
  </message>
  <message>
   <source>the target</source>
   <translation>el destino</translation>
  </message>
  <message>
   <source>the view</source>
   <translation>la vista</translation>
  </message>
  <message>
   <source>whether the text changes</source>
   <translation>si cambia el texto</translation>
  </message>
  <message>
   <source>which one this is</source>
   <translation>cuál es</translation>
  </message>
 </context>
 <context>
  <name>lessons/cards</name>
  <message>
   <source>Add this window as a scene</source>
   <translation>Añadir esta ventana como escena</translation>
  </message>
  <message>
   <source>Begins a lesson of your own, or adds to it</source>
   <translation>Empieza una lección tuya, o la amplía</translation>
  </message>
  <message>
   <source>Each plays in this window on the live model, offline. Everything stays touchable; Esc leaves.</source>
   <translation>Cada una se reproduce en esta ventana con el modelo en vivo, sin conexión. Todo se puede tocar; Esc sale.</translation>
  </message>
  <message>
   <source>Lessons</source>
   <translation>Lecciones</translation>
  </message>
  <message>
   <source>Make your own: set the window as you want it and add it as a scene. Save it: one file that opens anywhere.</source>
   <translation>Haz la tuya: prepara la ventana como quieras y añádela como escena. Guárdala: un archivo que se abre en cualquier parte.</translation>
  </message>
  <message>
   <source>Open a lesson…</source>
   <translation>Abrir una lección…</translation>
  </message>
  <message>
   <source>Opens a lesson file</source>
   <translation>Abre un archivo de lección</translation>
  </message>
  <message>
   <source>{minutes} min</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title}, {minutes} minutes</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/checking</name>
  <message>
   <source>The model is another one than the lesson was made with ({made}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cannot be asked: {message}.</source>
   <translation>Esto no se puede preguntar: {message}.</translation>
  </message>
 </context>
 <context>
  <name>lessons/desk</name>
  <message>
   <source>Every answer of this lesson is as it was when the lesson was saved.</source>
   <translation>Todas las respuestas de esta lección son las mismas que al guardarla.</translation>
  </message>
  <message>
   <source>No lesson is open: open one first.</source>
   <translation>No hay ninguna lección abierta: abre una primero.</translation>
  </message>
  <message>
   <source>Nothing to guess: {message}.</source>
   <translation>No hay nada que adivinar: {message}.</translation>
  </message>
  <message>
   <source>Of this lesson {count} changed with the model or cannot be asked: scene {scenes}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The answers of this lesson could not be checked: {reason}</source>
   <translation>No se pudieron comprobar las respuestas de esta lección: {reason}</translation>
  </message>
  <message>
   <source>one answer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{found} answers</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/markup</name>
  <message>
   <source>&lt;ul style='margin-left: 0; -qt-list-indent: 1'&gt;{entries}&lt;/ul&gt;</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/measuring</name>
  <message>
   <source>This cannot be asked here: {message}.</source>
   <translation>Esto no se puede preguntar aquí: {message}.</translation>
  </message>
 </context>
 <context>
  <name>lessons/notes</name>
  <message>
   <source>Answer: {said}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next: {in_language}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Notes — headscope</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{at} of {count}   {in_language}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/own</name>
  <message>
   <source>; {problems} of its scenes cannot be asked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lesson (*.json)</source>
   <translation>Lección (*.json)</translation>
  </message>
  <message>
   <source>Scene {place} of your lesson is this window. File ▸ Your lesson… writes its words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slides (*.pdf)</source>
   <translation>Diapositivas (*.pdf)</translation>
  </message>
  <message>
   <source>{name} is being painted.</source>
   <translation>Se está dibujando {name}.</translation>
  </message>
  <message>
   <source>{name} is not complete</source>
   <translation>{name} no está completo</translation>
  </message>
  <message>
   <source>{name} is saved, its answers measured{many}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: the process could not be started: {error}</source>
   <translation>{name}: no se pudo iniciar el proceso: {error}</translation>
  </message>
 </context>
 <context>
  <name>lessons/panel</name>
  <message>
   <source>Answers “{words}” ({number})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back to the scene</source>
   <translation>Volver a la escena</translation>
  </message>
  <message>
   <source>Click to go to this scene.</source>
   <translation>Un clic va a esta escena.</translation>
  </message>
  <message>
   <source>Count votes</source>
   <translation>Contar votos</translation>
  </message>
  <message>
   <source>Each number key counts a vote of the class; most votes are the answer.</source>
   <translation>Cada tecla de número cuenta un voto de la clase; la respuesta es la más votada.</translation>
  </message>
  <message>
   <source>Ends the lesson (Esc)</source>
   <translation>Termina la lección (Esc)</translation>
  </message>
  <message>
   <source>Guess</source>
   <translation>Adivinar</translation>
  </message>
  <message>
   <source>Language of the lesson</source>
   <translation>Idioma de la lección</translation>
  </message>
  <message>
   <source>Leave</source>
   <translation>Salir</translation>
  </message>
  <message>
   <source>Lesson</source>
   <translation>Lección</translation>
  </message>
  <message>
   <source>Next scene</source>
   <translation>Escena siguiente</translation>
  </message>
  <message>
   <source>Reveal  ⏎</source>
   <translation>Revelar  ⏎</translation>
  </message>
  <message>
   <source>Scene before</source>
   <translation>Escena anterior</translation>
  </message>
  <message>
   <source>Scene {at} of {count} · {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene {place} of {count}: {in_language}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the answer (Enter)</source>
   <translation>Muestra la respuesta (Intro)</translation>
  </message>
  <message>
   <source>Shows the scene as it was made</source>
   <translation>Muestra la escena tal como se hizo</translation>
  </message>
  <message>
   <source>So far: {right} of {answers}   {marks}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The next scene (→, PgDn)</source>
   <translation>La escena siguiente (→, AvPág)</translation>
  </message>
  <message>
   <source>The scene before (←, PgUp)</source>
   <translation>La escena anterior (←, RePág)</translation>
  </message>
  <message>
   <source>or click a column or a source word</source>
   <translation>o haz clic en una columna o en una palabra del origen</translation>
  </message>
  <message>
   <source>or click a head</source>
   <translation>o haz clic en una cabeza</translation>
  </message>
  <message>
   <source>{words}, key {number}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/player</name>
  <message>
   <source>This lesson was made with another “{name}” ({made}): what it says may not hold.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>leave the lesson</source>
   <translation>salir de la lección</translation>
  </message>
  <message>
   <source>scene {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>there is no picture of this text yet</source>
   <translation>todavía no hay imagen de este texto</translation>
  </message>
 </context>
 <context>
  <name>lessons/questions</name>
  <message>
   <source>This answer changed with the model: it was “{answer}”, it is “{words}” ({said}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no head has an effect there</source>
   <translation>ahí no tiene efecto ninguna cabeza</translation>
  </message>
  <message>
   <source>none of the options is the scene's text or model</source>
   <translation>ninguna de las opciones es el texto o el modelo de la escena</translation>
  </message>
  <message>
   <source>nothing is written</source>
   <translation>no hay nada escrito</translation>
  </message>
  <message>
   <source>the effects of the heads are not there yet</source>
   <translation>los efectos de las cabezas todavía no están</translation>
  </message>
  <message>
   <source>the other text is not there yet</source>
   <translation>el otro texto todavía no está</translation>
  </message>
  <message>
   <source>the target is typed, so everybody knows what comes next</source>
   <translation>el destino está escrito a mano, así que todos saben qué viene después</translation>
  </message>
  <message>
   <source>there is no text yet</source>
   <translation>todavía no hay texto</translation>
  </message>
  <message>
   <source>this recording has no probabilities</source>
   <translation>esta grabación no tiene probabilidades</translation>
  </message>
  <message>
   <source>this row was not recorded</source>
   <translation>esta fila no se grabó</translation>
  </message>
 </context>
 <context>
  <name>lessons/tour_card</name>
  <message>
   <source>Back</source>
   <translation>Atrás</translation>
  </message>
  <message>
   <source>Brings the part of this stop on the screen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>End the tour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends the tour; what you did stays (Esc)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>F2 goes to the part and back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Finish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The next stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The stop before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This part is not on the screen now.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tour, {number} of {count}: {title}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number} of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>✓ done</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/tour_stops</name>
  <message>
   <source>A row is a token that is written, a column one that is read; the darker, the more it is read. Click a dark cell: its numbers stand at the right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each chip is one piece of your text; without a gap it belongs to the same word. Click one: it is marked in every picture.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each small map is one attention head; rows are layers. Click one, or use the arrow keys.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each view asks another question of what the model just did. Open Lines.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head at once</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Everything can be taken back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find anything lists every command, head and sentence. Beside it you choose how much is on the screen. Help has lessons, the glossary, all keys, and this tour.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One token at a time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other views of the same run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch it off: the model writes again without it, and you see what changes. M does the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model reads pieces</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The translation is written token by token. Go one step back or on, or drag the slider. Outside of texts the comma and the full stop do the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These are the most probable tokens of this step. Click another one: the model goes on from there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type a sentence</source>
   <translation>Escribe una frase</translation>
  </message>
  <message>
   <source>What does this head do?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What else could be written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What you changed in the model stands here. Click it to take it back; Ctrl+Z takes back anything.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where to go from here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Who reads whom</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Write one of your own here. The model translates while you type, and every picture follows.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>maps/head_chips</name>
  <message>
   <source>Head {head}, {state}: a click switches it {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Head {head}: a click looks at it</source>
   <translation>Cabeza {head}: un clic la muestra</translation>
  </message>
  <message>
   <source>Heads</source>
   <translation>Cabezas</translation>
  </message>
  <message>
   <source>Seen: {value} of {heads}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which heads are seen: a click switches one, a double click shows it alone.</source>
   <translation>Qué cabezas se ven: un clic enciende o apaga una, un doble clic la muestra sola.</translation>
  </message>
  <message>
   <source>switched off</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>maps/head_grid</name>
  <message>
   <source>All heads: rows are layers, columns are heads</source>
   <translation>Todas las cabezas: las filas son capas, las columnas son cabezas</translation>
  </message>
  <message>
   <source>{name}, switched off</source>
   <translation>{name}, apagada</translation>
  </message>
 </context>
 <context>
  <name>maps/legend</name>
  <message>
   <source> to </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Legend</source>
   <translation>Leyenda</translation>
  </message>
  <message>
   <source>What the colours mean</source>
   <translation>Qué significan los colores</translation>
  </message>
  <message>
   <source>hatched: {key}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>maps/map_view</name>
  <message>
   <source>Map</source>
   <translation>Mapa</translation>
  </message>
 </context>
 <context>
  <name>system/child_job</name>
  <message>
   <source> (as the system ends a program that takes too much memory)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it cannot be moved to {out}: {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it ended with exit code {status}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it was ended by signal {value}{killed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing can be written into {parent}: {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>system/engine_client</name>
  <message>
   <source>The engine stopped ({how}) and is started again; your text is kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine stopped {deaths} times in a row ({how}) and is not started again. Your text is kept; the next change of it starts the engine once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cannot be sent to the engine: {error}</source>
   <translation>Esto no se puede enviar al motor: {error}</translation>
  </message>
  <message>
   <source>engine {name__}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it could not be started: {error}</source>
   <translation>no se pudo iniciar: {error}</translation>
  </message>
 </context>
 <context>
  <name>system/engine_events</name>
  <message>
   <source>exit code {status}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its answer was damaged: {reason}</source>
   <translation>su respuesta estaba dañada: {reason}</translation>
  </message>
  <message>
   <source>signal {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>system/refusals</name>
  <message>
   <source>Check the number of heads, or whether the file was changed after the training.</source>
   <translation>Comprueba el número de cabezas, o si el archivo cambió después del entrenamiento.</translation>
  </message>
  <message>
   <source>Choose another folder to save to.</source>
   <translation>Elige otra carpeta en la que guardar.</translation>
  </message>
  <message>
   <source>Choose another number of heads.</source>
   <translation>Elige otro número de cabezas.</translation>
  </message>
  <message>
   <source>Install it, then open the folder once more.</source>
   <translation>Instálalo y abre la carpeta otra vez.</translation>
  </message>
  <message>
   <source>It may be a part of a model, or another version of this layout. Save the whole state_dict().</source>
   <translation>Puede ser una parte de un modelo, u otra versión de este formato. Guarda todo el state_dict().</translation>
  </message>
  <message>
   <source>Its model has parts that this layout has not. Save the state_dict() of the Transformer alone.</source>
   <translation>Su modelo tiene partes que este formato no tiene. Guarda solo el state_dict() del Transformer.</translation>
  </message>
  <message>
   <source>Put the files of its tokenizer, all from the same place as its weights, into the folder.</source>
   <translation>Pon en la carpeta los archivos de su tokenizador, todos del mismo sitio que sus pesos.</translation>
  </message>
  <message>
   <source>The file holds one table twice, with different numbers: save the model anew.</source>
   <translation>El archivo guarda una tabla dos veces, con números distintos: guarda el modelo de nuevo.</translation>
  </message>
  <message>
   <source>The file is cut off or damaged: copy or download it once more.</source>
   <translation>El archivo está cortado o dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>The file is damaged: copy or download it once more.</source>
   <translation>El archivo está dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>The training of this model has failed: its numbers are no numbers.</source>
   <translation>El entrenamiento de este modelo fracasó: sus números no son números.</translation>
  </message>
  <message>
   <source>With transformers: attn_implementation='eager' where it is loaded, output_attentions=True where it is called, then save_recording(out.attentions, tokens), tokens being a list of texts. That file opens here.</source>
   <translation>Con transformers: attn_implementation='eager' donde se carga, output_attentions=True donde se llama, y luego save_recording(out.attentions, tokens), con tokens como lista de textos. Ese archivo se abre aquí.</translation>
  </message>
  <message>
   <source>headscope converts the layouts that are named above. What another program computes can be shown as a recording: model_core.save_recording(…) in Python.</source>
   <translation>headscope convierte los formatos nombrados arriba. Lo que calcula otro programa se puede mostrar como grabación: model_core.save_recording(…) en Python.</translation>
  </message>
 </context>
 <context>
  <name>system/refused_files</name>
  <message>
   <source>It may be cut off or damaged: copy or download it once more.</source>
   <translation>Puede estar cortado o dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>Only if you trust where it comes from: this line in a terminal reads its numbers, and nothing else of it, in a process of its own with limits, and makes a folder that opens here. Or save the weights as model.safetensors where they were made (safetensors.torch.save_file).</source>
   <translation>Solo si te fías de su procedencia: esta línea en una terminal lee sus números, y nada más, en un proceso propio con límites, y hace una carpeta que se abre aquí. O guarda los pesos como model.safetensors donde se hicieron (safetensors.torch.save_file).</translation>
  </message>
  <message>
   <source>Open it with another program. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read it with numpy.load(…). To see a picture again, open the session or type the text.</source>
   <translation>Léelo con numpy.load(…). Para ver de nuevo una imagen, abre la sesión o escribe el texto.</translation>
  </message>
  <message>
   <source>Save it as UTF-8 in the program that wrote it.</source>
   <translation>Guárdalo como UTF-8 en el programa que lo escribió.</translation>
  </message>
  <message>
   <source>Save the weights as model.safetensors where they were made (safetensors.torch.save_file), and open that.</source>
   <translation>Guarda los pesos como model.safetensors donde se hicieron (safetensors.torch.save_file) y abre eso.</translation>
  </message>
  <message>
   <source>Save the weights once more where they were made (safetensors.torch.save_file).</source>
   <translation>Guarda los pesos otra vez donde se hicieron (safetensors.torch.save_file).</translation>
  </message>
  <message>
   <source>Unpack it, and open what is inside. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your text, the model and the picture are as they were.</source>
   <translation>Tu texto, el modelo y la imagen siguen como estaban.</translation>
  </message>
  <message>
   <source>a Python pickle. Opening one can run programs that are hidden in it, so headscope never does so in its window</source>
   <translation>un pickle de Python. Abrirlo puede ejecutar programas escondidos en él, así que headscope nunca lo hace en su ventana</translation>
  </message>
  <message>
   <source>a checkpoint of PyTorch: a pickle in a ZIP file. Opening one can run programs that are hidden in it, so headscope never does so in its window</source>
   <translation>un checkpoint de PyTorch: un pickle en un archivo ZIP. Abrirlo puede ejecutar programas escondidos en él, así que headscope nunca lo hace en su ventana</translation>
  </message>
  <message>
   <source>a file of NumPy arrays. headscope writes such files for other programs to read and opens none</source>
   <translation>un archivo de arrays de NumPy. headscope escribe archivos así para que los lean otros programas y no abre ninguno</translation>
  </message>
  <message>
   <source>a model of another program</source>
   <translation>un modelo de otro programa</translation>
  </message>
  <message>
   <source>a packed file</source>
   <translation>un archivo comprimido</translation>
  </message>
  <message>
   <source>a picture or a page</source>
   <translation>una imagen o una página</translation>
  </message>
  <message>
   <source>headscope opens model folders (its own and those of Hugging Face), weights and recordings (.safetensors), surveys (a folder with a survey.json), UTF-8 texts, and its own sessions and lessons (.json).</source>
   <translation>headscope abre carpetas de modelo (las suyas y las de Hugging Face), pesos y grabaciones (.safetensors), estudios (una carpeta con un survey.json), textos UTF-8 y sus propias sesiones y lecciones (.json).</translation>
  </message>
  <message>
   <source>named as weights are, but it is neither a file of torch.save nor of safetensors</source>
   <translation>algo con nombre de pesos, pero no es un archivo de torch.save ni de safetensors</translation>
  </message>
  <message>
   <source>named as weights are, but it is no safetensors file</source>
   <translation>algo con nombre de pesos, pero no es un archivo safetensors</translation>
  </message>
  <message>
   <source>neither text nor anything else that headscope knows</source>
   <translation>ni texto ni nada que headscope conozca</translation>
  </message>
  <message>
   <source>text in UTF-16 or UTF-32</source>
   <translation>texto en UTF-16 o UTF-32</translation>
  </message>
  <message>
   <source>{shown} is {what}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/before_line</name>
  <message>
   <source>without the edits</source>
   <translation>sin los cambios</translation>
  </message>
 </context>
 <context>
  <name>text/decoding_button</name>
  <message>
   <source>How the next token is chosen</source>
   <translation>Cómo se elige el token siguiente</translation>
  </message>
  <message>
   <source>How the next token is chosen: greedy, sampling or beam search</source>
   <translation>Cómo se elige el token siguiente: voraz, muestreo o búsqueda en haz</translation>
  </message>
  <message>
   <source>given by you</source>
   <translation>dado por ti</translation>
  </message>
 </context>
 <context>
  <name>text/edit_strip</name>
  <message>
   <source>Clear all</source>
   <translation>Quitar todo</translation>
  </message>
  <message>
   <source>Clear all edits</source>
   <translation>Quitar todos los cambios</translation>
  </message>
  <message>
   <source>Edits for which there is no room here; a click takes one back.</source>
   <translation>Cambios para los que aquí no hay sitio; un clic retira uno.</translation>
  </message>
  <message>
   <source>Edits in force</source>
   <translation>Cambios en vigor</translation>
  </message>
  <message>
   <source>Edits:</source>
   <translation>Cambios:</translation>
  </message>
  <message>
   <source>Take back: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes all edits back</source>
   <translation>Retira todos los cambios</translation>
  </message>
  <message>
   <source>Takes all edits back: the model as it is.</source>
   <translation>Retira todos los cambios: el modelo tal como es.</translation>
  </message>
  <message>
   <source>Takes back: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is changed inside the model. Ctrl+Z takes the last change back.</source>
   <translation>Lo que está cambiado dentro del modelo. Ctrl+Z retira el último cambio.</translation>
  </message>
  <message>
   <source>{waiting} more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words}
{tip}
Click takes it back.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/examples</name>
  <message>
   <source>Examples</source>
   <translation>Ejemplos</translation>
  </message>
  <message>
   <source>Minimal pairs…</source>
   <translation>Pares mínimos…</translation>
  </message>
  <message>
   <source>Sentences to begin with, pairs that differ in one word, and toy models</source>
   <translation>Frases para empezar, pares que se diferencian en una palabra y modelos de juguete</translation>
  </message>
  <message>
   <source>Toy models</source>
   <translation>Modelos de juguete</translation>
  </message>
  <message>
   <source>Two sentences that differ in one thing, side by side, and where to look first.</source>
   <translation>Dos frases que se diferencian en una cosa, una junto a otra, y dónde mirar primero.</translation>
  </message>
  <message>
   <source>{language} sentences</source>
   <translation>Frases en {language}</translation>
  </message>
  <message>
   <source>{name} has to begin with the columns {columns}</source>
   <translation>{name} tiene que empezar con las columnas {columns}</translation>
  </message>
  <message>
   <source>{name}, line {number}: four columns of plain text are needed</source>
   <translation>{name}, línea {number}: hacen falta cuatro columnas de texto simple</translation>
  </message>
 </context>
 <context>
  <name>text/playback_bar</name>
  <message>
   <source> or </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source> steps/s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause</source>
   <translation>Pausa</translation>
  </message>
  <message>
   <source>Speed of playing, in steps per second</source>
   <translation>Velocidad de reproducción, en pasos por segundo</translation>
  </message>
  <message>
   <source>The step that is shown: drag, or use the arrow keys</source>
   <translation>El paso que se muestra: arrastra, o usa las flechas</translation>
  </message>
  <message>
   <source>step {step} of {steps}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/source</name>
  <message>
   <source> and {most} tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At most {text_characters:,} characters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ids are {range}.</source>
   <translation>Los identificadores van {range}.</translation>
  </message>
  <message>
   <source>Pasted up to {most:,} characters; {lost:,} more were left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source</source>
   <translation>Origen</translation>
  </message>
  <message>
   <source>Source text</source>
   <translation>Texto de origen</translation>
  </message>
  <message>
   <source>Source tokens</source>
   <translation>Tokens del origen</translation>
  </message>
  <message>
   <source>Source · recorded</source>
   <translation>Origen · grabado</translation>
  </message>
  <message>
   <source>Source · {language}</source>
   <translation>Origen · {language}</translation>
  </message>
  <message>
   <source>Source — not in this recording</source>
   <translation>Origen — no está en esta grabación</translation>
  </message>
  <message>
   <source>The first {read} of {typed} lines are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text is a recording’s and cannot be changed. Choose a model (top bar) to type.</source>
   <translation>El texto es el de una grabación y no se puede cambiar. Elige un modelo (barra superior) para escribir.</translation>
  </message>
  <message>
   <source>This model came without a tokenizer: its text is token ids with blanks between them.</source>
   <translation>Este modelo vino sin tokenizador: su texto son identificadores de token separados por espacios.</translation>
  </message>
  <message>
   <source>Tokens with ◂ are written from right to left; the chips stand in reading order.</source>
   <translation>Los tokens con ◂ se escriben de derecha a izquierda; las fichas están en orden de lectura.</translation>
  </message>
  <message>
   <source>Type token ids: {example}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type words this model knows: {known_words} …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type {article} {language} sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked: nobody may read it</source>
   <translation>enmascarado: nadie puede leerlo</translation>
  </message>
  <message>
   <source>right click: mask it, swap it</source>
   <translation>clic derecho: enmascararlo, cambiarlo por otro</translation>
  </message>
  <message>
   <source>sentence {number} of {all}</source>
   <translation>frase {number} de {all}</translation>
  </message>
  <message>
   <source>stands in the place of the text's own token</source>
   <translation>ocupa el lugar del token del propio texto</translation>
  </message>
  <message>
   <source>token</source>
   <translation>token</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>tokens</translation>
  </message>
  <message>
   <source>{limit} a line. Each line is a sentence, {count} at most.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{limit} a line; {count} lines.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/target</name>
  <message>
   <source>Beginning of the target</source>
   <translation>Comienzo del destino</translation>
  </message>
  <message>
   <source>How probable the model finds this token after all before it.</source>
   <translation>Cuán probable le parece al modelo este token después de todo lo anterior.</translation>
  </message>
  <message>
   <source>How undecided the model was before this token, over all tokens it could have written.</source>
   <translation>Cuán indeciso estaba el modelo antes de este token, entre todos los que habría podido escribir.</translation>
  </message>
  <message>
   <source>How unexpected the token is: −log₂ of its probability, 0 bits = certain, 1 bit = one in two.</source>
   <translation>Cuán inesperado es el token: −log₂ de su probabilidad, 0 bits = seguro, 1 bit = uno de cada dos.</translation>
  </message>
  <message>
   <source>I begin</source>
   <translation>Empiezo yo</translation>
  </message>
  <message>
   <source>Let go</source>
   <translation>Soltar</translation>
  </message>
  <message>
   <source>Lets the tokens go that were chosen by a click</source>
   <translation>Suelta los tokens que se eligieron con un clic</translation>
  </message>
  <message>
   <source>Model writes</source>
   <translation>Escribe el modelo</translation>
  </message>
  <message>
   <source>Target</source>
   <translation>Destino</translation>
  </message>
  <message>
   <source>Target text</source>
   <translation>Texto de destino</translation>
  </message>
  <message>
   <source>Target tokens</source>
   <translation>Tokens del destino</translation>
  </message>
  <message>
   <source>Target · {language}</source>
   <translation>Destino · {language}</translation>
  </message>
  <message>
   <source>The model writes the target.</source>
   <translation>El modelo escribe el destino.</translation>
  </message>
  <message>
   <source>Type how the target begins; the model goes on</source>
   <translation>Escribe cómo empieza el destino; el modelo sigue</translation>
  </message>
  <message>
   <source>Type the target; the model says how probable each token is</source>
   <translation>Escribe el destino; el modelo dice cuán probable es cada token</translation>
  </message>
  <message>
   <source>Type token ids, {range_words}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the bar and the colour of each target token say</source>
   <translation>Qué dicen la barra y el color de cada token del destino</translation>
  </message>
  <message>
   <source>Who writes the target</source>
   <translation>Quién escribe el destino</translation>
  </message>
  <message>
   <source>You type how the target begins; the model goes on.</source>
   <translation>Escribes cómo empieza el destino; el modelo sigue.</translation>
  </message>
  <message>
   <source>You type the target; the model says how probable each token is (teacher forcing).</source>
   <translation>Escribes el destino; el modelo dice cuán probable es cada token (teacher forcing).</translation>
  </message>
  <message>
   <source>given token</source>
   <translation>token dado</translation>
  </message>
  <message>
   <source>given tokens</source>
   <translation>tokens dados</translation>
  </message>
  <message>
   <source>goes on after {tokens}</source>
   <translation>sigue tras {tokens}</translation>
  </message>
  <message>
   <source>not in this recording</source>
   <translation>no está en esta grabación</translation>
  </message>
  <message>
   <source>{more} line{value} too many</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/target_chips</name>
  <message>
   <source>Read first, written by no step.
{tip}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>entropy (bits)</source>
   <translation>entropía (bits)</translation>
  </message>
  <message>
   <source>given, not chosen by the model</source>
   <translation>dado, no elegido por el modelo</translation>
  </message>
  <message>
   <source>surprise (bits)</source>
   <translation>sorpresa (bits)</translation>
  </message>
  <message>
   <source>{fmt_chance} in the finished text, where it could read later tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words} bits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/token_chip</name>
  <message>
   <source>   id {id}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>piece {piece}</source>
   <translation>pieza {piece}</translation>
  </message>
  <message>
   <source>written from right to left; chips stand in reading order</source>
   <translation>se escribe de derecha a izquierda; las fichas están en orden de lectura</translation>
  </message>
  <message>
   <source>{space} = a blank before it</source>
   <translation>{space} = un espacio delante</translation>
  </message>
 </context>
 <context>
  <name>text/token_menu</name>
  <message>
   <source>Byte-pair encoding joins the pair that was learned first, then the next, until none is left to join.</source>
   <translation>La codificación por pares de bytes une el par que se aprendió primero, luego el siguiente, hasta que no queda ninguno por unir.</translation>
  </message>
  <message>
   <source>How this word was cut…</source>
   <translation>Cómo se cortó esta palabra…</translation>
  </message>
  <message>
   <source>How “{shown}” was cut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let this token be read again</source>
   <translation>Permitir que este token se vuelva a leer</translation>
  </message>
  <message>
   <source>Mask this token</source>
   <translation>Enmascarar este token</translation>
  </message>
  <message>
   <source>Merges, one by one</source>
   <translation>Uniones, una por una</translation>
  </message>
  <message>
   <source>No query of encoder self-attention and cross-attention may read it.</source>
   <translation>Ninguna consulta de la autoatención del codificador ni de la atención cruzada puede leerlo.</translation>
  </message>
  <message>
   <source>Swap with another token…</source>
   <translation>Cambiar por otro token…</translation>
  </message>
  <message>
   <source>Take the swap back</source>
   <translation>Retirar el cambio de token</translation>
  </message>
  <message>
   <source>Tells of the token's id: its row of the vocabulary.</source>
   <translation>Dice el identificador del token: su fila del vocabulario.</translation>
  </message>
  <message>
   <source>The merges that make its pieces of its letters, one by one.</source>
   <translation>Las uniones que hacen sus piezas a partir de sus letras, una por una.</translation>
  </message>
  <message>
   <source>The model reads another token in its place; the text stays.</source>
   <translation>El modelo lee otro token en su lugar; el texto se queda.</translation>
  </message>
  <message>
   <source>The model reads the text's own token again.</source>
   <translation>El modelo vuelve a leer el token del propio texto.</translation>
  </message>
  <message>
   <source>{pieces}      the letters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{pieces}      {pair}: merge {rank:,} of {count:,}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/token_search</name>
  <message>
   <source>Find a token</source>
   <translation>Buscar un token</translation>
  </message>
  <message>
   <source>In the place of {shown}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Letters of a token</source>
   <translation>Letras de un token</translation>
  </message>
  <message>
   <source>Letters of any piece of the vocabulary; Enter takes the chosen one.</source>
   <translation>Letras de cualquier pieza del vocabulario; Intro toma la elegida.</translation>
  </message>
  <message>
   <source>No piece of this vocabulary has these letters.</source>
   <translation>Ninguna pieza de este vocabulario tiene estas letras.</translation>
  </message>
  <message>
   <source>The vocabulary cannot be read: {message}</source>
   <translation>No se puede leer el vocabulario: {message}</translation>
  </message>
  <message>
   <source>Tokens that fit</source>
   <translation>Tokens que encajan</translation>
  </message>
  <message>
   <source>{space} = a blank before it; without, a piece goes on a word.</source>
   <translation>{space} = un espacio delante; sin él, una pieza continúa una palabra.</translation>
  </message>
 </context>
 <context>
  <name>views/__init__</name>
  <message>
   <source>{name__} has {count} views; exactly one is needed</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/all_heads_page</name>
  <message>
   <source>Shows one head large again (Esc).</source>
   <translation>Vuelve a mostrar una cabeza grande (Esc).</translation>
  </message>
  <message>
   <source>Sorted by</source>
   <translation>Ordenado por</translation>
  </message>
  <message>
   <source>{title}, all heads</source>
   <translation>{title}, todas las cabezas</translation>
  </message>
  <message>
   <source>← One head</source>
   <translation>← Una cabeza</translation>
  </message>
 </context>
 <context>
  <name>views/attention/chosen_map</name>
  <message>
   <source>Nothing but the colours changes.</source>
   <translation>No cambia nada más que los colores.</translation>
  </message>
 </context>
 <context>
  <name>views/attention/draw_alignment</name>
  <message>
   <source>A second click makes the link a possible one, a third takes it away. A file of links (0-0 1-2) may be dropped here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>An alignment is drawn on cross-attention (C).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>An alignment may link these words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click a cell to link its words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every alignment has to link these words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Link of the pinned cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the alignment as a file: with its words, or the links alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes all links of this sentence away.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head with the smallest alignment error is 1 of {count}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These words do not belong together.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>error {rate:.0f} %, {rank} of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>possible</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/head_effects</name>
  <message>
   <source>Bars: what step {step}, “{token}”, loses (orange) or gains when that head alone is switched off</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/head_picker</name>
  <message>
   <source>, switched off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All heads</source>
   <translation>Todas las cabezas</translation>
  </message>
  <message>
   <source>By layer and head.</source>
   <translation>Por capa y cabeza.</translation>
  </message>
  <message>
   <source>Every head of every attention at once (A).</source>
   <translation>Todas las cabezas de todas las atenciones a la vez (A).</translation>
  </message>
  <message>
   <source>Heads by layer and number, or the one with the largest effect first.</source>
   <translation>Cabezas por capa y número, o la de mayor efecto primero.</translation>
  </message>
  <message>
   <source>Heads in the map: {mixed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers shown: {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One head, or several heads in one map.</source>
   <translation>Una cabeza, o varias cabezas en un mapa.</translation>
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to open it; arrow keys move between heads.</source>
   <translation>Las filas son capas, las columnas son cabezas. Un clic en un mapa lo abre; las flechas pasan de una cabeza a otra.</translation>
  </message>
  <message>
   <source>The head that changes the present token most comes first, losses and gains alike.</source>
   <translation>La cabeza que más cambia el token actual va primero, tanto pérdidas como ganancias.</translation>
  </message>
  <message>
   <source>The head that is looked at.</source>
   <translation>La cabeza que se mira.</translation>
  </message>
  <message>
   <source>The largest number of the heads that are switched on, cell by cell.</source>
   <translation>El mayor número de las cabezas encendidas, celda a celda.</translation>
  </message>
  <message>
   <source>The mean of the heads that are switched on, cell by cell.</source>
   <translation>La media de las cabezas encendidas, celda a celda.</translation>
  </message>
  <message>
   <source>This head was taught to align words in training; the others found their work themselves.</source>
   <translation>Esta cabeza aprendió a alinear palabras en el entrenamiento; las demás encontraron su tarea solas.</translation>
  </message>
  <message>
   <source>Which recorded numbers the maps show.</source>
   <translation>Qué números grabados muestran los mapas.</translation>
  </message>
  <message>
   <source>all heads</source>
   <translation>todas las cabezas</translation>
  </message>
  <message>
   <source>sorted by {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/map_content</name>
  <message>
   <source>A framed cell was set by hand; its row still sums to 1</source>
   <translation>Una celda enmarcada se fijó a mano; su fila sigue sumando 1</translation>
  </message>
  <message>
   <source>All weights are below {threshold:g}: blank none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head of every attention in this text. Rows read columns; click a head to open it.</source>
   <translation>Todas las cabezas de todas las atenciones en este texto. Las filas leen las columnas; un clic en una cabeza la abre.</translation>
  </message>
  <message>
   <source>Row reads column. Colour: {measured}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The largest weight is {most:.2g}: colour up to it</source>
   <translation>El mayor peso es {most:.2g}: colorear hasta él</translation>
  </message>
  <message>
   <source>Weights below {threshold:g} are left blank</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words}; set to {fmt_weight} by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word}{value}, log</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/measured_heads</name>
  <message>
   <source>Effect</source>
   <translation>Efecto</translation>
  </message>
  <message>
   <source>Entropy</source>
   <translation>Entropía</translation>
  </message>
  <message>
   <source>Heads that read the same way beside each other, those that do it most first.</source>
   <translation>Cabezas que leen igual, una junto a otra; primero las que más lo hacen.</translation>
  </message>
  <message>
   <source>Largest first: how much the present token changes when that head alone is switched off.</source>
   <translation>Primero las mayores: cuánto cambia el token actual cuando se apaga solo esa cabeza.</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Patrón</translation>
  </message>
  <message>
   <source>Place</source>
   <translation>Lugar</translation>
  </message>
  <message>
   <source>Sharpest first: the mean entropy of a head's rows in this text, in bits.</source>
   <translation>Las más agudas primero: la entropía media de las filas de la cabeza en este texto, en bits.</translation>
  </message>
  <message>
   <source>{word}, entropy {entropy:.2f} bits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/plane</name>
  <message>
   <source>Click pins the cell of this token's strongest weight.</source>
   <translation>Un clic fija la celda del peso más fuerte de este token.</translation>
  </message>
  <message>
   <source>Point at a token: what it reads, or what reads it. Click pins that cell.</source>
   <translation>Señalar un token: qué lee, o qué lo lee. Un clic fija esa celda.</translation>
  </message>
  <message>
   <source>Queries and keys of the head in a plane</source>
   <translation>Consultas y claves de la cabeza en un plano</translation>
  </message>
 </context>
 <context>
  <name>views/attention/plane_content</name>
  <message>
   <source> What this model adds for the distance of two tokens is not in it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Planes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Queries (circles) read the keys (squares) that lie far out in their direction. The plane keeps {share} of the squared scores: the two largest singular values of q·k, mean key taken off. Lines: weights from {least:g}.{bias}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The queries and keys of this head were not recorded.</source>
   <translation>Las consultas y claves de esta cabeza no se grabaron.</translation>
  </message>
  <message>
   <source>queries and keys in the plane of the two largest singular values, {share:.3f} of the squares</source>
   <translation>consultas y claves en el plano de los dos mayores valores singulares, {share:.3f} de los cuadrados</translation>
  </message>
  <message>
   <source>{side} of {name}
{cell}
q·k in the plane {fmt_score} (scaled, mean key taken off)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/set_weights</name>
  <message>
   <source>At most {edit_limits:,} weights can be set; nothing was changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Drag a cell up or down, or pin one and type its weight.</source>
   <translation>Arrastrar una celda hacia arriba o abajo, o fijar una y escribir su peso.</translation>
  </message>
  <message>
   <source>From 0 to 1. The other weights of the row share what is left.</source>
   <translation>De 0 a 1. Los demás pesos de la fila se reparten el resto.</translation>
  </message>
  <message>
   <source>Gives the cell the weight again that the head computes.</source>
   <translation>Devuelve a la celda el peso que calcula la cabeza.</translation>
  </message>
  <message>
   <source>Own weight</source>
   <translation>Peso propio</translation>
  </message>
  <message>
   <source>The other weights of its row keep their proportions and share what is left.</source>
   <translation>Los demás pesos de su fila mantienen sus proporciones y se reparten el resto.</translation>
  </message>
  <message>
   <source>The others of this row share {rest}, so that it sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weight of the pinned cell</source>
   <translation>Peso de la celda fijada</translation>
  </message>
  <message>
   <source>Weights are set where one head's weights are shown.</source>
   <translation>Los pesos se fijan donde se muestran los pesos de una sola cabeza.</translation>
  </message>
  <message>
   <source>{name}: {now}. {others_words} Escape takes it back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{row} looks at “{key_name}”</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/view</name>
  <message>
   <source>Attention maps appear here as soon as there is a sentence.</source>
   <translation>Los mapas de atención aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Click pins this cell, a click on a label reads along it; with Ctrl a drag up or down sets its weight; wheel or + and - zoom, drag moves, double click or 0 shows all. Right click: where is the number from?</source>
   <translation>Un clic fija esta celda, un clic en una etiqueta lee a lo largo de ella; con Ctrl, arrastrar hacia arriba o abajo fija su peso; la rueda o + y - amplían, arrastrar mueve, doble clic o 0 muestra todo. Clic derecho: ¿de dónde sale el número?</translation>
  </message>
  <message>
   <source>Click to open layer {layer}, head {head}.</source>
   <translation>Un clic abre la capa {layer}, cabeza {head}.</translation>
  </message>
  <message>
   <source>How strongly each row’s token looks at each column’s token, in every head of every layer.</source>
   <translation>Con qué fuerza el token de cada fila mira el token de cada columna, en cada cabeza de cada capa.</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/attention_blocks</name>
  <message>
   <source>+ {hidden:,} more key{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>As the softmax does it, the row’s largest score is taken away first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From scores to weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Query meets key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The arrows at the right of the card show other units.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weighted values</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all may be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>b, a trained number for this distance and head = {figures}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>by how far apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>e^(s − max s) = e^({masked} − {factor}) = {figures}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each key’s value, times its weight; the sum over all keys is z, what this head gives</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head switched off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>keeps the softmax soft</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>max s, the largest score of the row, is taken away first: the same weights, and no number too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not divided in this model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not recorded in this run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of the model’s {d_model} units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of “{word}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one score per key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this head’s output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>unit by unit: query times key, and the sum is the score</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>units, out of all {d_model}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>v of “{key_word}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>value v</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>w = e^(s − max s) / Σ = {figures} / {figures2} = {own}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>z at unit {unit} = Σ w·v = {sum_of_products}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{shown} of {total} keys: the chosen one and the strongest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{upper}{row} compares itself with every key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{why}: its score becomes {mask_number}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Σ of all {count} =</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/blocks</name>
  <message>
   <source>After this head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Code</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dot product</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every number, read from the run.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Formula</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How each row is computed, with its numbers put in.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Query</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Residual</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scale, mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Softmax</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The lines of the model’s own source that compute it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Values</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vectors as bars, with the numbers that matter.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>added to what was there before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all heads’ z side by side, projected</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>brought to one size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>divided by √K, hidden where the mask says so</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each position by itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>q·k, unit by unit and summed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scores become weights that sum to 1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the key k of the token that is looked at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the query q of the row that looks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>values times weights, summed: z</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what the layer makes of all heads</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/cell_rows</name>
  <message>
   <source>all units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not recorded: for a text this long it would take too much memory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one unit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>units {units}–{units2} of {total:,} · page {page} of {pages}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>x_enc is the encoder’s output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {total:,} units, those that add most</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/einsums</name>
  <message>
   <source>einsum("{pattern}", {names})   {shapes} → {shapes2}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/more_blocks</name>
  <message>
   <source>Norms side by side</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>RMS norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The key’s token in the table of embeddings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token and position in this score</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>an id is a row of {count:,}: nothing is computed. Below, the rows nearest to it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>batch norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each unit by all rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each unit of x times its row of W_q; the sum is the query</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no parts</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one vector, three norms, without γ and β; batch norm uses the rows of this text in place of its averages</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>parts of q·k</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row {id}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row {one}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spread 1, the mean stays</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the query</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the query’s part before the key’s; exact, with the norm’s spread as it was</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what the norm reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>x · W_q written out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>x, what the norm reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {d_model} units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {shape} units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} = {figures}, row ({row})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} · row {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{text}”, id {id}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{word}”, cosine {figures}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/output_blocks</name>
  <message>
   <source> — then the norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Feed-forward: back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Feed-forward: wider</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads joined</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Residual and norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>by each unit’s own average</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cross-attention added</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>for a = {figures}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>from step 7</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>goes to layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head}</source>
   <translation>cabeza {head}</translation>
  </message>
  <message>
   <source>n = norm({replace})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norm({fed} + f)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>o, the attention’s output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>output o</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>projected back and added</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the end of the last layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the gate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the heads’ outputs, one behind the other</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the heads’ outputs, one behind the other, times W_o</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the only head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the residual stream</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what attention adds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what it adds</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what was there stays; attention only adds to it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>x′: x + o after cross-attention has added its part</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{above:,} of {all:,} above 0</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{d_ff:,} units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{end} = {figures} at unit {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{heads} times W_o</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{note}; + {heads} more heads</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/page_layout</name>
  <message>
   <source>all {count:,} {word}s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>an input of this step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in the same line of the model’s code</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one {word}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/page_widget</name>
  <message>
   <source> Ringed: its inputs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Calculation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click for the next units.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click for the units before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to follow this key instead.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to go to step {value}: {steps}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mask: {why}. Click: where does this come from?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a number to see its inputs; click: where does it come from? Ctrl and arrows move, Return asks.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} of {count} · {steps}: {steps2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} of {count}: {steps}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{upper}{title}: {value}.{ringed} Click: where does it come from?</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/toolbar</name>
  <message>
   <source>Back to {back_words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Brings your text and model back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click: {tip_of}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Depth</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the target reads the source: query from the decoder, key and value from the encoder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer and head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Steps of the calculation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The steps. [ and ] go back and on; here arrow keys, Home and End do too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Three words, width 2, one head, weights written by hand: every number can be followed on paper.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tiny example</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which head is followed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which row looks.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which token is looked at.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>red ball</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the translator</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{step} of {count}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/calculate/view</name>
  <message>
   <source>Calculate</source>
   <translation>Calcular</translation>
  </message>
  <message>
   <source>Decimals</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every number is read from the recording: click one to see where it comes from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every number is read from the running model: click one to see where it comes from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fewer decimals leave room for more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One query reads one key: every number on the way, read from the running model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The calculation appears here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to follow yet: the decoder has not written anything.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which units are shown where not all fit: a page in order, or those that add most.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in order</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/choices</name>
  <message>
   <source>Compare with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compares with nothing any more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pin this run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same without the edits, another sentence, decoding, continuation, head or step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run becomes A. Then change the text, the step, the model, the decoding or an edit: that is B. (Ctrl+D)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/content</name>
  <message>
   <source>A has no {head_name}: {head_name2} is shown. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A is {head_name}: choose a head of the same attention to see B − A.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compared</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Comparer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The maps of one of the two were not recorded, or nothing is written yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The two have no row in common.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/export</name>
  <message>
   <source>column A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>column B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>key A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>key B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>place A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>place B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>read A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>read B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>share of a row's weight that lies elsewhere, of every head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>two texts, token beside token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weights of two runs and their difference</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>written A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>written B</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/heads</name>
  <message>
   <source>Click to compare this head; a double click or Return opens it in Attention.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads that changed most</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How much every head reads otherwise</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Number and colour: {share}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are layers, columns are heads. Arrow keys move, Return opens a head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head that changed most first. Arrow keys move, Return opens a head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the share of a row's weight that lies elsewhere, on average</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{called}: {fmt_chance} of a row's weight lies elsewhere</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head_name}: only one of the two models has it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{text} Not of {lacking}: not recorded, or the text is too long.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/maps</name>
  <message>
   <source>{maps}. Click a cell to pin it in all three maps.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/patch_part</name>
  <message>
   <source>Activations of the {stack} taken over from A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click puts this activation of A into B and keeps it, as an edit.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads and feed-forwards by what they restore</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are places of the stack, columns tokens. A click keeps the activation of A.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Up and down move; a click or Return keeps the activation of A in B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>share restored</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/patching</name>
  <message>
   <source>A and B are two models: activations of one mean nothing in the other.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A and B prefer these two tokens alike: there is nothing to restore.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A recording has no model into which an activation could be put.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A's output of the encoder at “{word}” restores {percent}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Activations of A are put into B one by one …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Both write the same tokens: there is no difference that an activation could restore.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By itself {site_name} restores most: {percent}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the decoder the difference first shows {where}: {percent}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is written yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One activation of A put into B: the share of the difference log p({a}) {minus} log p({b}) at step {row} that it restores; 100 %: as in A.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after {rows}, at “{columns}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoder × what was read up to this step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>encoder × source token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>feed-forward output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {part_name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p({a}) {minus} log p({b}): {signed} → {signed2}, in A {signed3}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind} {layer} feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{kind}, {where} at “{columns}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: being computed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: restores {percent}
{numbers}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{what} {done:,} of {count:,} computed.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/texts</name>
  <message>
   <source>, from step 1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, log p = {fmt_score}, p = {exp:.3f}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to go to step {step}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Right click: where its number comes from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The {side} of A and of B, token under token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens that differ are framed; Shift and an arrow key go to another column.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log a</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log b</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only in A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only in B</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {at} writes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token {at} is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{how}, B − A of log p: {fmt_score}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{letter}: no token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} differ</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/view</name>
  <message>
   <source>Compare</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Strongest difference</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The colours of weights. Differences keep blue and orange.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two runs side by side: another sentence, step, model, decoding or edit.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What stands below the maps: both texts token under token, how much every head reads otherwise, or what each activation of A restores when it is put into B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where the colours of differences end: the same for all heads of all three attentions.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>With the maps</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>largest of all heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weight of A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weight of B − A</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/compare/words</name>
  <message>
   <source>A, the pinned run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another sentence, step, model, decoding or edit: one selection moves in both.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>B, the present run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Both write the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare · this run against a pinned one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare · {head_words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No weight differs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pin a run (Ctrl+D): it becomes A. Then change the text, the step, the model, the decoding or an edit: that is B, and everything is shown side by side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set beside each other by edit distance: {parts}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {held} of A beside step {value} of B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The maps of this run were not recorded, or nothing is written yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The other run has nothing beside this cell.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pinned run is being computed …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The translations first differ at token {place}: {one} in A, {other} in B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>difference = weight of the present run − weight of the pinned run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weight of B − weight of A</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{a} against {b}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} only in {letter}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{row} → {key}: {letter} {number}; the other run has nothing beside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} {there} tokens paired</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/alternatives_menu</name>
  <message>
   <source>Compare with {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Continuations that are kept beside the main text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make {name} the main text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Remove {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} other text{value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/cache_grid</name>
  <message>
   <source>; Shift and an arrow key go to another step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cache of the cross-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cache of the decoder's self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each cell is the key and the value of one token in one layer{more}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>computed at step {made}, read again from the cache now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>computed at this step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layers}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer}</source>
   <translation>capa {layer}</translation>
  </message>
  <message>
   <source>layer {layer}, “{words}”: key and value ({width_k} numbers each) {words2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not written yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{new:,} keys and values computed now, {old:,} reused</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/cache_panel</name>
  <message>
   <source>Cross-attention, the source: {summary}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>L·D²·(6r + 2s) + 2·L·r·(t + S)·D + 2·L·r·D·F + D·V with L = {decoder_layers} layers, D = {d_model}, F = {d_ff}, V = {target_vocabulary:,}, S = {source} source tokens, t = {step} tokens read; with the cache r = 1 row and s = {sources} source rows are computed, without it r = {step} and s = {source}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Multiplications in matrix products of this step, by part.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Multiplications of this step with and without the cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Proof: the log-probabilities of step {step} with the cache and those of one whole pass without it differ by at most {at:.1e}; over all steps by {most:.1e}. That is rounding: both give the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs the same text once more, row by row with the cache, and compares each row with a pass without it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Self-attention, what was written so far: {summary}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} takes {counted} multiplications with the cache and {counted2} without it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The target was given: it was read in one whole pass, all rows at once, without a cache.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>While you type, rows are computed together from a guess: nothing was read from a cache yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>With these masks step {step} with the cache and one whole pass differ by {apart}, over all steps by {apart2}, in log-probability: in the whole pass rows read tokens that a step cannot know yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Write it row by row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as many: nothing is in the cache yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>projections q, k, v, o</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>with the cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{bare:.1f} times as many</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number:.2f} billion</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number:.2f} million</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{start}, {times}. All {steps} steps: {counted} and {counted2}, {long:.1f} times.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words} {names}: {parts:,} multiplications</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/candidate_table</name>
  <message>
   <source>Candidates of the step: logit, scaled, filtered, probability</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to go on from “{token}” instead; both continuations stay open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of {target_vocabulary:,} tokens {filters} keeps</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Up and down choose a candidate, Return goes on from it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all other tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all {count} of this list, p {share}, and maybe others.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chance {fmt_chance}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut by {cut}: cannot be drawn</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut: {cut}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>logit {fmt_score}, ÷ temperature {fmt_score2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>never written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no filter</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>probability in the model {fmt_chance}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{all_tokens} {count}, p {share}, and cuts the others, p {gone}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{drawn} {kept_words} A tick marks the probability at T 1, before the filters.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{place}: {word} has the largest logit, and greedy decoding always takes that one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{place}: {word} was drawn with seed {seed}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} lies on the text with the best score; it need not be the most probable token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word} was given, not chosen; the bars say how probable the model finds it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{token}” was written at this step.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/end_panel</name>
  <message>
   <source> (“{words}” is written)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>entropy of the next token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>p(end of sentence)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>repeats since step {start}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {step}:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} at step {step}: {figure}{word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}, logarithmic</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}; Shift and an arrow key go to another step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{tip_of}. Click to go there.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/export</name>
  <message>
   <source>largest difference</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>multiplications with the cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>multiplications without it</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/tree_layout</name>
  <message>
   <source>Click to go on from {word} instead; both continuations stay open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to make {name} the main text up to {word}; both stay open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p {fmt_score}, of the whole text {fmt_score2}, score {fmt_score3}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>on {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {step}: {word}, {p_words} after all before it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{word}: read first, written by no step</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/tree_painting</name>
  <message>
   <source>+{hidden} more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {columns}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/tree_widget</name>
  <message>
   <source>Click to go to step {number}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to remove {name}; Ctrl+Z brings it back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thickness is probability. Arrow keys walk the tree, Return goes on from a token, Delete removes a branch; wheel or + and - zoom, drag moves, 0 shows all again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tree of continuations</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/decoding/view</name>
  <message>
   <source>At each step the end of sentence competes with all other tokens; the text stops when it is chosen.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chances</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoding · {headings}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoding · {how}: {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draws another text: the next seed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each step: logits, divided by the temperature, filtered by top-k and top-p, become probabilities.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From logits to probabilities, with the settings of sampling and beam search.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keys and values of earlier tokens never change, so each step computes those of its own token alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens Compare: this text beside another continuation, sentence, model or edit.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Part of this view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Start and padding are never written: there is nothing to go on from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder has not written anything yet: its steps appear here as soon as it has.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The probability of the end at each step: why the text stopped.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The steps of decoding appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text that was written, and what was passed over at each step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text that was written, what was passed over at each step, and why it stopped.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thickness is probability. Click any token to go on from it instead: both continuations stay open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Thickness is probability; under each token its probability and the text's score, log-probability ÷ lengthᵅ. The text above won, paler ones were pruned. Click any token to go on from it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tree</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which keys and values are computed at this step and which are reused.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoding, {part}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>from logits to probabilities</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what is computed, what is reused</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>why it stopped</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/content</name>
  <message>
   <source>The attention to source words and {given}: {order_words} (rank correlation {fmt_score}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {column}, “{columns}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the whole text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what hiding them costs {called}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what they give to {called}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} more with less effect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{one} and {other} rank the heads in {order_words} for {called} (rank correlation {fmt_score}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{text} With what hiding them costs: {order_words} ({fmt_score}).</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/export</name>
  <message>
   <source>change of log-probability by each of the {replace}, switched off alone</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/feed_forward_switches</name>
  <message>
   <source>Click or Space: switch it {value}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switches of the feed-forwards of the {stack}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The feed-forward of each layer. Click or Space switches it off or on.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/matrix</name>
  <message>
   <source>Click to see all rows.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to see the text without it; Return or a double click opens a head, M keeps it switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to sort by the whole text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to sort by this token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What each part does to each token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>whole text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/matrix_picture</name>
  <message>
   <source>loses {end} or more  ·  gains {end} or more  ·  {legend}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>read with</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/switchboard</name>
  <message>
   <source>Rows are layers. Click or Space switches a head off or on, with Shift its whole layer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switchboard</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switchboard of all heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switches of the heads of {inline}: rows are layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head_name}: click to {act}, Shift+click for {layer_name}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}{value}{state}
Click or Space: {act}. With Shift: the whole layer.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/switches</name>
  <message>
   <source>Click {what}, Shift+click its layer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Instead</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The average needs a survey of this model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all heads of {inline} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>feed-forward of {stack} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {kind} {layer}.{head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>let it read {instead}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>let it work again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>lets a head read {instead}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads {instead}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>switch it off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>switches a head off or on</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/text_lines</name>
  <message>
   <source>, not among the candidates now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {column}: log p({columns})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {step}: log p({text}) {log}{arrow}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>text: log p</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>text: log p {fmt_score}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>text: log p {log}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>texts part at step {first}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>with the edits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/texts</name>
  <message>
   <source>The text as it is, and without the chosen part</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}, from step 1: {words}; {numbers}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/view</name>
  <message>
   <source>A second replacement in the right half of each cell, on the same scale: what both say is no matter of how the head was taken away.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Beside it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By what rows are sorted: losses first, gains last.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a survey of this model to replace heads by their averages (File ▸ Open a survey…).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are parts, columns are tokens. Arrow keys move, Return opens a head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows all heads beside the matrix; a click switches one off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows rows with little effect too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sort by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What a head gives in the place of its own. Zero alone misleads: compare with another one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What each head does to this text: the change of log-probability when it alone is switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is switched off: heads, whole feed-forwards, or words of the source hidden from every attention; or what the gradient says that each word of the source gives.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chosen token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>integrated gradients</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing else</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source words</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/heads/words</name>
  <message>
   <source> until a token is chosen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A slope, not an experiment: nothing was switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colour: {what}. The decoder has not written anything yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colour: {what}. {state}; sorted by {called}{until}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Feed-forwards</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Left in each cell: {left}, right: {right}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Summed over the words it is what vectors of zeros would take away; nothing was switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switched off alone: what others do in its place does not show here, nor what it does in another text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>being computed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>change of log-probability when this feed-forward alone is left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>change of log-probability when this head alone is switched off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>change of log-probability when this head alone reads otherwise</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>change of log-probability when this word alone is hidden from every attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>log p {log} → {log2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>switching it off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what the word gives to the log-probability by gradient × input, with the other sign</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what the word gives to the log-probability by integrated gradients, with the other sign</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>with {name} replaced</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>without {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{called}{chance}, log p = {log}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{done:,} of {plural} computed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{instead} instead: {change}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{many} · what each one does to this text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} gives {gives} to {called} by {method_names}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{plural} in {fmt_score} s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{without}, {called}: {change}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/charts</name>
  <message>
   <source>Probabilities through the stack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shares of the logit</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/content</name>
  <message>
   <source>Share</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} others</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/export</name>
  <message>
   <source>p first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>p other</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>p written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>share over other</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the written token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {stack} read early at each place, and every part's share of the logit of {own}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/path_content</name>
  <message>
   <source>The rest of the run is on its way.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There are no paths: {message}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What goes into “{row}”, followed down through attentions and residual connections: lines from {share} on, as wide as their share. A summand's share is how much nearer it brings the sum (ALTI, Ferrando et al. 2022); feed-forwards mix no tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What of each token goes into each other one, through the residual stream.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>contributions into row {row}, {row2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>from level</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>from stack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>from token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source embedding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>target embedding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to level</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to stack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{row}: source {share}, target {share2}; most of it from {largest}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{share} from “{word}”, mostly by head {kind} {end}.{head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{share} stays from the level below</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{stack} layer {level}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{word}”, {level_name}: {share} of {row}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/path_map</name>
  <message>
   <source>Click to see what goes into step {place}, “{written}”.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each point is a token at a layer: what comes through it. Click a target token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Paths into the row of the step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {level}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/table</name>
  <message>
   <source>Click to choose it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The most probable token at each place of the stack</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/table_picture</name>
  <message>
   <source>of {rows}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/view</name>
  <message>
   <source>Colour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lens · paths into what is written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lens · what the decoder would write if it stopped here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lens · what the encoder knows of each source token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines through which less comes are left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Paths</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Paths from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are places of the stack, columns tokens of the text. Arrow keys move.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shares</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The stack read early, or the paths of the residual stream into the row of the step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the bars add up to: the logit of the written token, or how far it is above the best other one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the colour of a cell says of the token that is written in the end.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the decoder would write if it stopped at each place of its stack.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whose places are read early: the decoder's as what it would write, the encoder's as the tokens they are most like, through its last norm and the embedding table of the source.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>against the other</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of the logit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>read early</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the encoder</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lens/words</name>
  <message>
   <source>Each cell: the most probable token there. Colour: the {what} of the token that is written in the end</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each cell: the other token that the place is most like. Colour: the {what} of its own token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every part's share of the logit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Steps</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What favours “{own}” over “{other}”: shares of the difference, which sum to {total}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What pushes “{own}” up: shares of its logit, which sum to {total}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>framed where it is the first already</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>framed where that is not the first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>p({written}) and p({said}) through the stack</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{done} of {count} places are read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{what} {first} to {first2} of {rows}, around the chosen one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{where}: {top}; {whose} {own}, rank {rank:,}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lines/export</name>
  <message>
   <source>Lines</source>
   <translation>Líneas</translation>
  </message>
  <message>
   <source>all three attentions · {made}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lines/line_picture</name>
  <message>
   <source>keys: source</source>
   <translation>claves: origen</translation>
  </message>
  <message>
   <source>keys: target so far</source>
   <translation>claves: destino hasta ahora</translation>
  </message>
  <message>
   <source>queries: source</source>
   <translation>consultas: origen</translation>
  </message>
  <message>
   <source>queries: target rows</source>
   <translation>consultas: filas del destino</translation>
  </message>
 </context>
 <context>
  <name>views/lines/pointing</name>
  <message>
   <source>Of a text this long one head is drawn at a time</source>
   <translation>En un texto tan largo se dibuja una cabeza cada vez</translation>
  </message>
  <message>
   <source>Special tokens are left out.</source>
   <translation>Los tokens especiales se omiten.</translation>
  </message>
  <message>
   <source>{masked:,} of them masked, yet read</source>
   <translation>{masked:,} de ellas enmascaradas, pero leídas</translation>
  </message>
 </context>
 <context>
  <name>views/lines/toolbar</name>
  <message>
   <source>All three</source>
   <translation>Las tres</translation>
  </message>
  <message>
   <source>All three attentions in one picture</source>
   <translation>Las tres atenciones en una imagen</translation>
  </message>
  <message>
   <source>Encoder, cross and decoder attention in one picture.</source>
   <translation>Atención del codificador, cruzada y del decodificador en una imagen.</translation>
  </message>
  <message>
   <source>Every head that is switched on, each in its colour.</source>
   <translation>Todas las cabezas encendidas, cada una en su color.</translation>
  </message>
  <message>
   <source>Heads: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the heads become lines.</source>
   <translation>Cómo las cabezas se vuelven líneas.</translation>
  </message>
  <message>
   <source>Layer {at}</source>
   <translation>Capa {at}</translation>
  </message>
  <message>
   <source>Layer {layer} of {layers}</source>
   <translation>Capa {layer} de {layers}</translation>
  </message>
  <message>
   <source>Numbers shown: {measures}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The largest number of the heads that are switched on.</source>
   <translation>El mayor número de las cabezas encendidas.</translation>
  </message>
  <message>
   <source>The mean of the heads that are switched on.</source>
   <translation>La media de las cabezas encendidas.</translation>
  </message>
  <message>
   <source>The weight as it was recorded.</source>
   <translation>El peso tal como se grabó.</translation>
  </message>
  <message>
   <source>What the width of a line stands for.</source>
   <translation>Qué representa la anchura de una línea.</translation>
  </message>
  <message>
   <source>Which layer; the arrow keys up and down go to the next one.</source>
   <translation>Qué capa; las flechas arriba y abajo pasan a la siguiente.</translation>
  </message>
  <message>
   <source>all together</source>
   <translation>todas juntas</translation>
  </message>
 </context>
 <context>
  <name>views/lines/view</name>
  <message>
   <source>Draws weaker lines too.</source>
   <translation>Dibuja también líneas más débiles.</translation>
  </message>
  <message>
   <source>Lines appear here as soon as there is a sentence.</source>
   <translation>Las líneas aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Lines from</source>
   <translation>Líneas desde</translation>
  </message>
  <message>
   <source>Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed over keys and averaged over queries.</source>
   <translation>Piezas como las lee el modelo, los bytes de un carácter unidos, o palabras enteras: los pesos se suman sobre las claves y se promedian sobre las consultas.</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Tokens especiales</translation>
  </message>
  <message>
   <source>Tokens such as &lt;/s&gt;, which often take most of the weight: their lines paler, or left out with rows brought back to a sum of 1.</source>
   <translation>Tokens como &lt;/s&gt;, que suelen llevarse casi todo el peso: sus líneas más pálidas, o se omiten y las filas vuelven a sumar 1.</translation>
  </message>
  <message>
   <source>Weaker lines are left out; of weight × value it is a share of the largest.</source>
   <translation>Las líneas más débiles se omiten; de peso × valor es una parte de la mayor.</translation>
  </message>
  <message>
   <source>Who reads whom: each line leads from a token that reads to one that it reads; wider is more.</source>
   <translation>Quién lee a quién: cada línea va de un token que lee a uno leído; más ancha es más.</translation>
  </message>
  <message>
   <source>all three attentions · {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>left out</source>
   <translation>omitidos</translation>
  </message>
  <message>
   <source>{head}; a double click shows it alone.</source>
   <translation>{head}; un doble clic la muestra sola.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/cache_picture</name>
  <message>
   <source>, {step} kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One row only: all three ways compute the same single score.</source>
   <translation>Una sola fila: las tres formas calculan la misma puntuación.</translation>
  </message>
  <message>
   <source>Rows of the decoder's mask in training and while writing</source>
   <translation>Filas de la máscara del decodificador al entrenar y al escribir</translation>
  </message>
  <message>
   <source>Step {now} of {rows}: {again}, or with a cache row {now} alone ({kept}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder's mask: rows computed at this step are filled, kept ones are pale.</source>
   <translation>La máscara del decodificador: las filas calculadas en este paso están llenas; las guardadas, pálidas.</translation>
  </message>
  <message>
   <source>Training</source>
   <translation>Entrenamiento</translation>
  </message>
  <message>
   <source>Training reads the whole target at once: all {rows} rows, and the mask alone hides what comes later.</source>
   <translation>El entrenamiento lee todo el destino de una vez: las {rows} filas, y solo la máscara oculta lo que viene después.</translation>
  </message>
  <message>
   <source>Writing, no cache</source>
   <translation>Escribir, sin caché</translation>
  </message>
  <message>
   <source>Writing, with a cache</source>
   <translation>Escribir, con caché</translation>
  </message>
  <message>
   <source>all {rows} rows at once</source>
   <translation>las {rows} filas a la vez</translation>
  </message>
  <message>
   <source>its one row</source>
   <translation>su única fila</translation>
  </message>
  <message>
   <source>nothing to keep yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one pass</source>
   <translation>una pasada</translation>
  </message>
  <message>
   <source>one step</source>
   <translation>un paso</translation>
  </message>
  <message>
   <source>rows 1–{now} again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {now}: row {now}, 1 new key{kept}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {now}: rows 1–{now} again</source>
   <translation>paso {now}: otra vez las filas 1–{now}</translation>
  </message>
  <message>
   <source>{first} While writing, what comes later does not exist: no step can peek, whatever the mask says.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{first} Writing goes row by row. {step_summary}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{here:,} score{plural}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{here:,} score{plural}, {hidden:,} masked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{step} key{value} kept</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{whole:,} in all {rows} steps</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/changes</name>
  <message>
   <source>Mean over all {steps} tokens: {fmt_near_chance} → {fmt_near_chance2}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other edits of the run count too.</source>
   <translation>También cuentan otros cambios de la ejecución.</translation>
  </message>
  <message>
   <source>The masks are edited, but there is no run without the edits to compare this one with.</source>
   <translation>Las máscaras están editadas, pero no hay una ejecución sin los cambios con la que comparar.</translation>
  </message>
  <message>
   <source>The text stays the same. With the finished text given to the decoder as a whole, {moved}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>They are the answer itself, and it is copied.</source>
   <translation>Son la propia respuesta, y el modelo la copia.</translation>
  </message>
  <message>
   <source>They are the answer itself, but this model was trained with the mask, never saw any, and is disturbed.</source>
   <translation>Son la propia respuesta, pero este modelo se entrenó con la máscara, nunca los vio y se confunde.</translation>
  </message>
  <message>
   <source>They are the answer itself.</source>
   <translation>Son la propia respuesta.</translation>
  </message>
  <message>
   <source>{percent} of the decoder's attention lies on later tokens, most in layer {layer}, head {head}: {percent2}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{share} They did not exist while the text was written: these numbers are of the finished text, given to the decoder as a whole. Give it as the target to let the model peek.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/editor</name>
  <message>
   <source>A click pins this cell; with Shift it {verb} it. Shift and an arrow key go to the next one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click {verb} this cell; a drag {verb} all cells on its way; Return does it from the keyboard.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A recording has masks to look at; without its model they cannot be changed.</source>
   <translation>Una grabación tiene máscaras para mirar; sin su modelo no se pueden cambiar.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/edits</name>
  <message>
   <source>: this masked cell has weight {seen}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>; the weight here is {seen}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At most {edit_limits:,} cells can be set by hand; nothing was changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} hides by rounding only: e to the power of it is too small for a float{real}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} hides nothing: e to the power of it is 1, as for a score of 0{real}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is not low enough: this masked cell has weight {seen}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>−1e-20: almost 0, a score like any other. exp(−1e-20) is 1: the mask hides nothing.</source>
   <translation>−1e-20: casi 0, una puntuación como cualquier otra. exp(−1e-20) es 1: la máscara no oculta nada.</translation>
  </message>
  <message>
   <source>−1e9, as many programs have it: exp(−1e9) is too small for a float and is rounded to 0.</source>
   <translation>−1e9, como en muchos programas: exp(−1e9) es demasiado pequeño para un número de coma flotante y se redondea a 0.</translation>
  </message>
  <message>
   <source>−∞: exp(−∞) is 0, so a masked cell's weight is exactly 0.</source>
   <translation>−∞: exp(−∞) es 0, así que el peso de una celda enmascarada es exactamente 0.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/head_choice</name>
  <message>
   <source>Sentence</source>
   <translation>Frase</translation>
  </message>
  <message>
   <source>Which line of the batch is shown.</source>
   <translation>Qué línea del lote se muestra.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/maps</name>
  <message>
   <source>Mask of the {lower}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/mask_card</name>
  <message>
   <source> · an example: point at any cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Below the masks</source>
   <translation>Debajo de las máscaras</translation>
  </message>
  <message>
   <source>Give it as the target</source>
   <translation>Darlo como destino</translation>
  </message>
  <message>
   <source>The text and its probabilities without and with your edits.</source>
   <translation>El texto y sus probabilidades sin los cambios y con ellos.</translation>
  </message>
  <message>
   <source>The text stays, but is read as a whole (teacher forcing): rows may then read later tokens.</source>
   <translation>El texto queda, pero se lee entero (teacher forcing): las filas pueden entonces leer tokens posteriores.</translation>
  </message>
  <message>
   <source>These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model runs again at once, and here stands what changed.</source>
   <translation>Estas son las máscaras propias del modelo. Elegir Editar y dibujar sobre las celdas, o dejar que el decodificador mire adelante: el modelo se ejecuta de nuevo al momento, y aquí se ve qué cambió.</translation>
  </message>
  <message>
   <source>This cell</source>
   <translation>Esta celda</translation>
  </message>
  <message>
   <source>Training and writing</source>
   <translation>Entrenar y escribir</translation>
  </message>
  <message>
   <source>What changed</source>
   <translation>Qué cambió</translation>
  </message>
  <message>
   <source>What stands below</source>
   <translation>Qué se ve debajo</translation>
  </message>
  <message>
   <source>What the mask does to the cell that is pointed at or pinned.</source>
   <translation>Qué hace la máscara con la celda señalada o fijada.</translation>
  </message>
  <message>
   <source>Which rows are computed at once, and which step by step.</source>
   <translation>Qué filas se calculan a la vez y cuáles paso a paso.</translation>
  </message>
  <message>
   <source>decoder self-attention, one head</source>
   <translation>autoatención del decodificador, una cabeza</translation>
  </message>
  <message>
   <source>the same run, without and with your edits</source>
   <translation>la misma ejecución, sin los cambios y con ellos</translation>
  </message>
 </context>
 <context>
  <name>views/masks/panes</name>
  <message>
   <source> The row holds no token itself: it is computed with the batch, and nobody reads it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Score, score after the mask, weight</source>
   <translation>Puntuación, puntuación tras la máscara, peso</translation>
  </message>
  <message>
   <source>with edits</source>
   <translation>con los cambios</translation>
  </message>
 </context>
 <context>
  <name>views/masks/toolbar</name>
  <message>
   <source>A click or a drag forbids or allows cells; on a label, the whole row or column. X switches.</source>
   <translation>Un clic o arrastrar prohíbe o permite celdas; en una etiqueta, toda la fila o columna. X alterna.</translation>
  </message>
  <message>
   <source>A click pins a cell; with Shift it forbids or allows it. X switches.</source>
   <translation>Un clic fija una celda; con Mayús la prohíbe o la permite. X alterna.</translation>
  </message>
  <message>
   <source>Inspect</source>
   <translation>Inspeccionar</translation>
  </message>
  <message>
   <source>Mask value</source>
   <translation>Valor de la máscara</translation>
  </message>
  <message>
   <source>Masks</source>
   <translation>Máscaras</translation>
  </message>
  <message>
   <source>No peeking ahead</source>
   <translation>No mirar adelante</translation>
  </message>
  <message>
   <source>Nobody reads the padding that fills shorter lines of a batch; one alone has none: put a second line into the source box to see it. Off: it is read like a token.</source>
   <translation>Nadie lee el relleno de las líneas más cortas de un lote; una línea sola no lo tiene: basta añadir otra línea en el cuadro del origen para verlo. Desactivado: se lee como un token.</translation>
  </message>
  <message>
   <source>Padding hidden</source>
   <translation>Relleno oculto</translation>
  </message>
  <message>
   <source>Reset masks</source>
   <translation>Restablecer máscaras</translation>
  </message>
  <message>
   <source>The decoder must not read later tokens. Off: it reads them as it likes; with a given target that is the answer itself.</source>
   <translation>El decodificador no debe leer tokens posteriores. Desactivado: los lee como quiera; con un destino dado, eso es la propia respuesta.</translation>
  </message>
  <message>
   <source>The model's own masks again. Ctrl+Z brings the edits back.</source>
   <translation>De nuevo las máscaras propias del modelo. Ctrl+Z recupera los cambios.</translation>
  </message>
  <message>
   <source>What a click does</source>
   <translation>Qué hace un clic</translation>
  </message>
  <message>
   <source>What a masked cell gets in place of its score.</source>
   <translation>Qué recibe una celda enmascarada en lugar de su puntuación.</translation>
  </message>
  <message>
   <source>{fmt_setting}, its own</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/view</name>
  <message>
   <source>Cells show</source>
   <translation>Las celdas muestran</translation>
  </message>
  <message>
   <source>Masks appear here as soon as there is a sentence.</source>
   <translation>Las máscaras aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Masks · why a cell may not be read{edited}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>May this row read that column? The bluer, the more it does;</source>
   <translation>¿Puede esta fila leer esa columna? Cuanto más azul, más la lee;</translation>
  </message>
  <message>
   <source>May this row read that column? The bluer, the more it does; a hatched cell may not: its weight is exactly 0.</source>
   <translation>¿Puede esta fila leer esa columna? Cuanto más azul, más la lee; una celda rayada no puede: su peso es exactamente 0.</translation>
  </message>
  <message>
   <source>May this row read that column? Yes where it is blank;</source>
   <translation>¿Puede esta fila leer esa columna? Sí donde está en blanco;</translation>
  </message>
  <message>
   <source>The weights of the chosen head under the mask, or the mask alone.</source>
   <translation>Los pesos de la cabeza elegida bajo la máscara, o solo la máscara.</translation>
  </message>
  <message>
   <source>a hatched cell gets {score} for a score.</source>
   <translation>una celda rayada recibe {score} como puntuación.</translation>
  </message>
  <message>
   <source>a hatched cell may not: its weight is exactly 0.</source>
   <translation>una celda rayada no puede: su peso es exactamente 0.</translation>
  </message>
  <message>
   <source>the mask alone</source>
   <translation>solo la máscara</translation>
  </message>
 </context>
 <context>
  <name>views/model/box_help</name>
  <message>
   <source> · head {inner}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click a token to look at it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to look at {side} {inner}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to open {name}{value}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to {value} layer {layer} of the {side}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Parameters:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{lines} · {side} layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{what} Nothing of its own is recorded here.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/box_painting</name>
  <message>
   <source>{split} · {muted} head{value} off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title}: nothing yet</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/diagram_widget</name>
  <message>
   <source>The model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model as boxes; point at one to see what it does.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/export</name>
  <message>
   <source>parts of the model</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/painting</name>
  <message>
   <source>memory {shape_words}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/row_plot</name>
  <message>
   <source>Numbers of the row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{tip_of}. Click for where it comes from.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/tensor</name>
  <message>
   <source>This run did not record it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run kept neither this map nor the queries and keys that it follows from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>probabilities of the most probable next tokens</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/tensor_panel</name>
  <message>
   <source>Click a number for where it comes from, a row’s word to read that row; wheel zooms, double click shows all; Shift and arrows go from number to number, Enter explains it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click pins this cell in every view, a row’s word reads that row; right click or Enter says where the number comes from; wheel zooms, double click shows all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the tensor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closes the tensor; the diagram gets its room. (Esc)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hook point</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Live tensor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open in Attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts this matrix on the clipboard, for a spreadsheet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves these numbers as CSV, JSON or NPZ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows this layer’s heads in the Attention view.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which head is shown; the same in every view.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which of the numbers that pass this box are shown.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {row}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/tensor_text</name>
  <message>
   <source> · {hidden:,} masked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mean and standard deviation of the finite numbers of the whole tensor.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers that are NaN or infinite; −∞ of masked scores is meant and counted apart.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of the finite numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights: {split}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden unit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>length of the row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>made from the recorded queries and keys</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not finite</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>numbers.candidates, the most probable first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>smallest to largest</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>vocabulary entry</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{dtype} · {count:,} numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{fmt_digits} to {fmt_digits2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>√Σx² of the row “{name}”.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/text</name>
  <message>
   <source> So near to 0 it hides nothing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, of the output times {logit_scale:.4g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, the numbers of {shared}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, with a norm on it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A learned number for each head and distance of two tokens, added to the scores of self-attention.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A learned vector for each position, so that the model can tell order.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A linear layer over the encoder's memory, cut into heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A linear layer over {over}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A linear layer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A vector for each position, so that the model can tell order.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Brings each row to the same size: {norm}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Concatenate the heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Distances</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Divided by √D, the root of the model's width; the paper divides by that of a head's, √K.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Divided by √K, so that the softmax stays soft for wide heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each query times each key: how well they match.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each token's id picks its row of the table{scaled}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every source token reads every source token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every target token reads the memory: the keys and values come from the encoder's end.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every target token reads what is already written, itself included.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Feed-forward, {gated}{activations}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Final {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keys K</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer {last} of {layers}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masked self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Memory</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norm of token + position</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not divided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing tells this model the order of its tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One layer with its sub-layers, each with a connection that skips it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One score (logit) for each entry of the vocabulary: D → V{logits}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Queries Q</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read so far</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scores Q · Kᵀ</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sum</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The heads' outputs side by side: H × K units are one row of D. The numbers are those of Weights · V.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The pieces of the source that the encoder reads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The softmax of each row: weights that sum to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The values, averaged by the weights.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This model does not divide its scores.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token + position</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token embedding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token vector plus position vector{normed}: what the first layer reads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two linear layers {between}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two linear layers {between}, a third one multiplies the hidden units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Values V</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights · V</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is written at each step: the token chosen from the softmax.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What leaves the last layer; this model has no final norm.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the decoder has read: begin of sentence, then what was written, one step later.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all heads together</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>divided by its root mean square</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each unit minus its mean over all rows of the training, divided by its deviation there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>exp of each logit, divided by their sum: the probability of every next token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>gated </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head{value} {value2} off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation (with D − 1) plus ε</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation (with D − 1) plus ε; one scale for all units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norm after each sub-layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norm before each sub-layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one table for source, target and output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one table for target and output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>source tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tables of their own for source, target, output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>target rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the stream, cut into heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>width of a head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>with {activations} between</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>x + f(x): what the sub-layer gives is added to what went in.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count:,} parameters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{feed_forward}, the same for every token: D → F → D.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{hidden} where a query may not read a key: what comes later, padding, what you forbid.{leaks}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{logits}, with a bias each</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{parameters:,} parameters: encoder layers {short_count}, decoder layers {short_count2}, tables {short_count3}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{reads} {heads} head{value} of width {head_width}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{short_count} par.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{short_count} parameters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{ties}, shared</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/variant</name>
  <message>
   <source> before they are divided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, which hides nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>, {position_offset} rows before the first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Batch norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>GELU by tanh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer norm, unbiased</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norm with one scale</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>RMS norm: no mean is taken away</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a bias for each entry of the output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a learned number per head and distance instead of positions, {reach}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a norm on token + position</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>batch norm: over all rows, each unit on its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>deviation of norms by D − 1, ε outside of the root</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>embeddings as they are, not times √D</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>gated feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>learned positions{first}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked scores become {fmt_setting}{place}, not −∞{leaks}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no biases in q, k and v</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no biases in the feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no norm at the stacks' ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no positions: order is lost</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norms after each sub-layer (post-norm)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norms with one scale for all units, deviation by D − 1</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norms without a shift</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one table for target and output, another for the source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>output times {fmt_setting} before its projection</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>positions of base {position_base:,g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>queries and keys of {head_width} units a head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scores are not divided</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scores ÷ √D = √{d_model}, the model's width</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>separate tables for source, target and output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sines and cosines in halves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token ids: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>values of {value_width} units a head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{activations} in the feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{decoder_d_ff:,} hidden units in the decoder's feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{decoder_heads} heads in the decoder's layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{position_buckets} buckets up to {position_reach:,} tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} bias in the heads' joint projection</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ε of norms {fmt_setting}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/model/view</name>
  <message>
   <source>Inside attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows scaled dot-product attention step by step, where selected.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model appears here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unlike the default model:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unlike the default: {found}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Variant</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the text goes through, from below upward; the encoder’s memory enters every decoder layer. Click a box for its live numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which layers are drawn with all their parts; a click on a layer opens or folds it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all folded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>arrows go from box to box, Enter opens one, F folds a layer, A opens all; wheel or + and − zoom, 0 shows all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as folded by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>selected one open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>width {d}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{encoder} + {decoder} layers</source>
   <translation>{encoder} + {decoder} capas</translation>
  </message>
 </context>
 <context>
  <name>views/model/weight_panel</name>
  <message>
   <source>; drawn: the first {most:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closes the weights; the diagram gets its room. (Esc)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many numbers lie where</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers of this box</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a number to read it; wheel zooms, double click shows all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Singular values</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model in its folder is another one by now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights · {rsplit}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What passes this box in this sentence, or what it was trained to be.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>how many numbers lie where, from {fmt_digits} to {fmt_digits2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row {row}, column {column}: {fmt_digits}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>singular value {at} of {count}: {fmt_digits}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>singular values, {fmt_digits} to {fmt_digits2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{fmt_digits} to {fmt_digits2}: {counts:,} of {size:,}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/bias</name>
  <message>
   <source>0: itself; left: earlier tokens; right: later ones</source>
   <translation>0: sí mismo; izquierda: tokens anteriores; derecha: posteriores</translation>
  </message>
  <message>
   <source>Added to the scores</source>
   <translation>Sumado a las puntuaciones</translation>
  </message>
  <message>
   <source>Learned number by distance</source>
   <translation>Número aprendido por distancia</translation>
  </message>
  <message>
   <source>What each head adds to a score, over the distance from the row's token to the one it reads</source>
   <translation>Qué suma cada cabeza a una puntuación, según la distancia del token de la fila al que lee</translation>
  </message>
  <message>
   <source>What the chosen head adds to each score, row by column</source>
   <translation>Qué suma la cabeza elegida a cada puntuación, fila por columna</translation>
  </message>
  <message>
   <source>head {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head}, in every layer</source>
   <translation>cabeza {head}, en todas las capas</translation>
  </message>
  <message>
   <source>head {head}: {signed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to itself</source>
   <translation>a sí mismo</translation>
  </message>
  <message>
   <source>to the token {distance} {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/editor</name>
  <message>
   <source>Picture only, of another size: this model's {own}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>width is {d_model}, its length {max_positions}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{made} · picture only</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/edits</name>
  <message>
   <source> (in the {stacks} only)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the picture only: the model runs with its own.</source>
   <translation>Solo en la imagen: el modelo usa las suyas.</translation>
  </message>
  <message>
   <source>The translation follows.</source>
   <translation>La traducción las sigue.</translation>
  </message>
  <message>
   <source>base {base:,.0f}</source>
   <translation>base {base:,.0f}</translation>
  </message>
  <message>
   <source>both stacks</source>
   <translation>ambas pilas</translation>
  </message>
  <message>
   <source>decoder only</source>
   <translation>solo decodificador</translation>
  </message>
  <message>
   <source>encoder only</source>
   <translation>solo codificador</translation>
  </message>
  <message>
   <source>only distances, added to the scores, tell order</source>
   <translation>solo las distancias, sumadas a las puntuaciones, indican el orden</translation>
  </message>
  <message>
   <source>{value} place reads another row of the table: {order}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} place reads the row {by}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/export</name>
  <message>
   <source>dim {dimension}</source>
   <translation>dim {dimension}</translation>
  </message>
  <message>
   <source>input vector</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mean dot product of positions so far apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>position vector</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>standard deviation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token vector</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/panels</name>
  <message>
   <source>Colour scale</source>
   <translation>Escala de color</translation>
  </message>
 </context>
 <context>
  <name>views/positions/plots</name>
  <message>
   <source>, row {rows} of the table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>; shaded: this sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click on a cell draws its dimension as a curve; a click on a row's number adds that token up.</source>
   <translation>Un clic en una celda dibuja su dimensión como curva; un clic en el número de una fila suma ese token.</translation>
  </message>
  <message>
   <source>Curves of the chosen dimensions over position</source>
   <translation>Curvas de las dimensiones elegidas según la posición</translation>
  </message>
  <message>
   <source>Dimensions</source>
   <translation>Dimensiones</translation>
  </message>
  <message>
   <source>Dimensions to draw, with commas between; a click on the table adds one.</source>
   <translation>Dimensiones que se dibujan, separadas por comas; un clic en la tabla añade una.</translation>
  </message>
  <message>
   <source>Dot product by distance</source>
   <translation>Producto escalar por distancia</translation>
  </message>
  <message>
   <source>Dot product of every two positions</source>
   <translation>Producto escalar de cada dos posiciones</translation>
  </message>
  <message>
   <source>Dot product of two positions over their distance</source>
   <translation>Producto escalar de dos posiciones según su distancia</translation>
  </message>
  <message>
   <source>Line: mean of all pairs at this distance; pale: plus and minus their standard deviation.</source>
   <translation>Línea: media de todos los pares a esta distancia; pálido: más y menos su desviación típica.</translation>
  </message>
  <message>
   <source>Positional table, position by dimension</source>
   <translation>Tabla de posiciones, posición por dimensión</translation>
  </message>
  <message>
   <source>Similarity</source>
   <translation>Parecido</translation>
  </message>
  <message>
   <source>The dot product depends on the distance alone.</source>
   <translation>El producto escalar depende solo de la distancia.</translation>
  </message>
  <message>
   <source>The dot product of every two positions' vectors.</source>
   <translation>El producto escalar de los vectores de cada dos posiciones.</translation>
  </message>
  <message>
   <source>across: position</source>
   <translation>en horizontal: posición</translation>
  </message>
  <message>
   <source>all pairs at a distance agree</source>
   <translation>todos los pares a una distancia coinciden</translation>
  </message>
  <message>
   <source>dim {dim}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>first {rows} of {all} positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mean, ± {spread:.2g} at most</source>
   <translation>media, ± {spread:.2g} como mucho</translation>
  </message>
  <message>
   <source>pale: the model's own</source>
   <translation>pálido: las propias del modelo</translation>
  </message>
  <message>
   <source>position {position}{word}{row}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {rows} positions of this sentence</source>
   <translation>las {rows} posiciones de esta frase</translation>
  </message>
  <message>
   <source>{distance} apart: dot product {mean} in the mean of {pairs:,} pairs, ± {spread:.3g}</source>
   <translation>a distancia {distance}: producto escalar {mean} de media en {pairs:,} pares, ± {spread:.3g}</translation>
  </message>
  <message>
   <source>{distance} apart: dot product {mean}, of the only pair</source>
   <translation>a distancia {distance}: producto escalar {mean}, del único par</translation>
  </message>
  <message>
   <source>{distance} apart: dot product {product}</source>
   <translation>a distancia {distance}: producto escalar {product}</translation>
  </message>
  <message>
   <source>{message}. The curves stay as they were.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{of} × {width} dimensions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{rows} positions</source>
   <translation>{rows} posiciones</translation>
  </message>
  <message>
   <source>{words}. Shift and the arrow keys move along it.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/sum_table</name>
  <message>
   <source>+ position {last}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>+ position {position}</source>
   <translation>+ posición {position}</translation>
  </message>
  <message>
   <source>In this model a norm follows on the sum; the normed sum is the input of the first layer.</source>
   <translation>En este modelo sigue una norma a la suma; la suma normalizada es la entrada de la primera capa.</translation>
  </message>
  <message>
   <source>Token</source>
   <translation>Token</translation>
  </message>
  <message>
   <source>Token + position = input</source>
   <translation>Token + posición = entrada</translation>
  </message>
  <message>
   <source>Token + position = {named}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token and position, summed</source>
   <translation>Token y posición, sumados</translation>
  </message>
  <message>
   <source>Which token of the sentence is added up.</source>
   <translation>Qué token de la frase se suma.</translation>
  </message>
  <message>
   <source>{words}: largest difference {error:.1e}, the rounding of float32.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>✓ equals the recorded {named} in all {width} dimensions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>✗ differs from the recorded {named} by up to {error:.2g}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/toolbar</name>
  <message>
   <source>Another shuffle, another random table.</source>
   <translation>Otra mezcla, otra tabla al azar.</translation>
  </message>
  <message>
   <source>Apply to the model</source>
   <translation>Aplicar al modelo</translation>
  </message>
  <message>
   <source>Draws a table of another length; the model keeps its own.</source>
   <translation>Dibuja una tabla de otra longitud; el modelo conserva la suya.</translation>
  </message>
  <message>
   <source>Draws a table of another width; the model keeps its own.</source>
   <translation>Dibuja una tabla de otra anchura; el modelo conserva la suya.</translation>
  </message>
  <message>
   <source>Every place reads the row so many further on.</source>
   <translation>Cada lugar lee la fila situada tantos lugares más adelante.</translation>
  </message>
  <message>
   <source>Length of the picture</source>
   <translation>Longitud de la imagen</translation>
  </message>
  <message>
   <source>Of the sinusoids: the larger it is, the longer are the slow waves.</source>
   <translation>De las sinusoides: cuanto mayor es, más largas son las ondas lentas.</translation>
  </message>
  <message>
   <source>On: the model runs with these positions. Off: they are drawn only.</source>
   <translation>Activado: el modelo usa estas posiciones. Desactivado: solo se dibujan.</translation>
  </message>
  <message>
   <source>Order</source>
   <translation>Orden</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Restablecer</translation>
  </message>
  <message>
   <source>Reset positions</source>
   <translation>Restablecer posiciones</translation>
  </message>
  <message>
   <source>Shift</source>
   <translation>Desplazar</translation>
  </message>
  <message>
   <source>Stacks</source>
   <translation>Pilas</translation>
  </message>
  <message>
   <source>The model's own positions again. Ctrl+Z brings the edits back.</source>
   <translation>De nuevo las posiciones propias del modelo. Ctrl+Z recupera los cambios.</translation>
  </message>
  <message>
   <source>Where the vectors of the positions come from.</source>
   <translation>De dónde salen los vectores de las posiciones.</translation>
  </message>
  <message>
   <source>Which place reads which row of the table.</source>
   <translation>Qué lugar lee qué fila de la tabla.</translation>
  </message>
  <message>
   <source>Whose positions are changed.</source>
   <translation>De quién son las posiciones que se cambian.</translation>
  </message>
  <message>
   <source>Width of the picture</source>
   <translation>Anchura de la imagen</translation>
  </message>
  <message>
   <source>as the model: {have}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/positions/view</name>
  <message>
   <source>Each position has a vector, added to the token’s vector: so the model can tell order.</source>
   <translation>Cada posición tiene un vector, que se suma al del token: así el modelo distingue el orden.</translation>
  </message>
  <message>
   <source>Positions appear here as soon as there is a sentence.</source>
   <translation>Las posiciones aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Positions of the table that are drawn: the sentence's, 64, or all.</source>
   <translation>Posiciones de la tabla que se dibujan: las de la frase, 64 o todas.</translation>
  </message>
  <message>
   <source>Positions · {side} · {heading}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows</source>
   <translation>Filas</translation>
  </message>
  <message>
   <source>Side</source>
   <translation>Lado</translation>
  </message>
  <message>
   <source>The decoder has not written anything yet: its positions appear as soon as it has.</source>
   <translation>El decodificador aún no ha escrito nada: sus posiciones aparecen en cuanto lo haga.</translation>
  </message>
  <message>
   <source>This run recorded no positions.</source>
   <translation>Esta ejecución no grabó posiciones.</translation>
  </message>
  <message>
   <source>What there is room for, or one part alone: curves, table with similarity, or the sum.</source>
   <translation>Lo que cabe, o una parte sola: curvas, tabla con parecido, o la suma.</translation>
  </message>
  <message>
   <source>own positions</source>
   <translation>posiciones propias</translation>
  </message>
  <message>
   <source>what fits</source>
   <translation>lo que cabe</translation>
  </message>
 </context>
 <context>
  <name>views/survey/distance_chart</name>
  <message>
   <source>By distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weight by distance, in tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the token itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>up to {most:.0f} %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{distance_words}: {weights:.1f} % of a row's weight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{last} later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{step} token{value} {value2}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} earlier</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/export</name>
  <message>
   <source>survey of {sentences:,} sentence{value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/head_summary</name>
  <message>
   <source>only head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{rank}{tail} of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value} of {count}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/likeness</name>
  <message>
   <source>Heads are compared where an attention has at most {most_heads}; this one has {heads:,}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How alike heads read: the Jensen–Shannon divergence of their rows.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Jensen–Shannon divergence of heads, mean over {rows:,} rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Jensen–Shannon divergence of two heads' rows in bits, mean over {rows:,} rows: 0 is alike, 1 never the same token. Order: average linkage. Map: classical scaling to two dimensions, which show {share:.0f} % of the squared distances.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Likeness</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Likenesses</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This survey was made by an earlier version, which did not compare heads. Make it anew to see them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This text is too long to compare all heads at once. A survey compares them over many sentences.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>divergence (bits)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>other head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>other layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>other name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{called} and {called2}: {apart:.2f} bits apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{called}: reads most like {called2}, {apart:.2f} bits apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title} · heads among heads</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/likeness_matrix</name>
  <message>
   <source>0 to {most:.2f} bits apart</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to see head {called}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How alike heads read, every two of them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows and columns are heads, similar ones beside each other. Click opens a head.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/likeness_plane</name>
  <message>
   <source>Each point is a head; near ones read alike. Click opens a head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads in a plane, similar ones near each other</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/measure_strips</name>
  <message>
   <source>Measures of the head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in “{now}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>other heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this text</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/pattern_map</name>
  <message>
   <source>Average pattern of the head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a place: its share of the weight. Shift and the arrow keys move it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of the weight; even: {bins:.1f} %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of the weight; hatched: comes later</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/sentence_list</name>
  <message>
   <source>Click a sentence to open it live; arrow keys and Return do the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to {action} and see what the head does in it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentences in which the head is most itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>translate this sentence now</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/text</name>
  <message>
   <source>, the measure by which it differs most from the other heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>: it is called “{word}” for that</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By this measure the sentences below are chosen.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It {name_words}. Its weight {over}: rows are places in the {rows}, columns the places in the {columns} it reads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No survey of this model is open: this is one sentence alone, “{value}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Survey of {model_name} · {counted} of {data} · {targets}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This survey belongs to “{name}” ({model_hash}); what is loaded is {same}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another model of that name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in the sentence that is looked at {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in these sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in this sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer}, head {head}: {head_word}, it {name_words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>on average over {counted}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>python main.py survey {model}--data FILE.tsv --out FOLDER</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the file's targets were read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the model wrote the targets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this head {value}, {place}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>where its “{name}” is {end}{why}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count:,} sentence{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number:.2f} bits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{part} of the {rows} reads {part2} of the {columns}: {share:.1f} % of its weight ({bins:.1f} % if it were spread evenly)</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/toolbar</name>
  <message>
   <source>A survey averages every head over many sentences. Make one of this model:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A survey averages heads over many sentences; a recording has only its own. Open a model to make one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asks for a file of sentence pairs and makes a survey.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asks for a folder that holds a survey.json.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back to your text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copies the command that makes a survey.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the command</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loads the model that this survey was made with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a survey…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open its model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the text back that stood there before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>See it live</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>See this head in Attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows its map of the present sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Survey a file…</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/survey/view</name>
  <message>
   <source>Click to see {words_of}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head's average pattern, small.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measures</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Most itself {why}. Click one to see it live.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One head's average pattern, or how alike all heads of an attention read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to open it; arrow keys move.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Survey</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The average pattern of one head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The heads of a survey appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The sentences in which the head is most itself.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to average: this text's maps are not all recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What every head does on average over many sentences, and in which of them it is most itself.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is shown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the head does, in numbers beside those of the others.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>heads among heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open the survey's model with this sentence</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/bar</name>
  <message>
   <source>Asks for a folder that holds a training.json.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses a task, a size and switches.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses a training, or begins one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends the training here and writes its best model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes on from where the training was saved.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep model…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New training…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a training folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens Compare with the last snapshot as A and the one that is seen as B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the snapshot that is looked at as a model folder, and opens it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the training and ends its process; it can go on at any time.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/curves</name>
  <message>
   <source>A measure of each head over the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses what is measured of the heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loss in nats per token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of unseen sentences that are right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whole sentences right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>of each {head} head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>update {x:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}. Click to see the window at that update; Shift and the arrow keys move.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/export</name>
  <message>
   <source>training “{value}”</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/filmstrip</name>
  <message>
   <source>Click a map to see the whole window at that moment of the training.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to see the whole window at this moment of the training.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One head through the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your text through the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>update {step:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>update {step:,}{written}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head_name} through the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{source}. Written: {found}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/head_maps</name>
  <message>
   <source>All heads, {lower}, at this snapshot</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to choose it; arrow keys move.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/start_card</name>
  <message>
   <source>A file of pairs (TSV)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asks for sentence pairs, source&lt;TAB&gt;target in each line. You can also drop the file on the window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begins with its weights, in its shape and with its vocabulary, instead of random weights.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a file…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Entries of the vocabulary that is made of a file; a task brings its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Epochs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go on with the loaded model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads of each layer. {one_head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How far the weights move at each update, at its highest. With too high a rate nothing is learnt.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How large the model is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How often all sentences are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How often the weights are changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It ends then in any case, and can go on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layers of the encoder, and as many of the decoder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Learning rate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Minutes at most</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Right, %</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of unseen sentences that have to be right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Start the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Task</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same seed and choices give the same training, number for number.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Trains beside the window, which stays as quick as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Units of a token's vector.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Until</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Updates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What ends the training.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is chosen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is done differently from usual: see what that does to the heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is learnt.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the model learns.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>When the training ends.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Width</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>epochs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it is right</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>updates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>usual</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/view</name>
  <message>
   <source>A training is running: pause or stop it first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose a task and start: snapshots are kept as the model learns; go through them afterwards.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Snapshot</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Trainings appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your text: {text}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>update {:,}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/train/words</name>
  <message>
   <source>A plain Transformer: pre-norm, sinusoidal positions, masked decoder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>About {time} on this machine: {updates:,} updates, {each} each.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At most about {time} on this machine: {updates:,} updates, {each} each.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>At most {most} snapshots are kept, {megabytes:g} MB in all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends after {epochs:,} epochs, or {minutes} min.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends after {updates:,} updates, or {minutes} min.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends once {right} % of unseen sentences are right, or after {epochs:,} epochs or {minutes} min.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends once {right} % of unseen sentences are right, or after {minutes} min.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes through the training: the whole window shows that snapshot.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How long that takes on this machine is being measured.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Label smoothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No snapshot yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norms after each sub-layer and the full learning rate at once: as in the first Transformers, training may stall or diverge.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing has been written for a while: its process may be gone. What is there stays; “Go on” resumes it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>On this machine, about {made:,} of {updates:,} updates, {each} each.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One head has to do in one map what four heads can divide among them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Post-norm, no warm-up</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weight of a cross head on the source word of the token to be written, which the task knows.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Without positions the order of words is invisible: sort can still be learnt, copy and reverse cannot.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Without the mask the decoder reads the word that it is to write: the loss falls at once, and what it writes alone is wrong.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your text: {source}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>about {time_words} left at most</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>done</source>
   <translation>hecho</translation>
  </message>
  <message>
   <source>failed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>newest: update {step:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no mask while training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not begun</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>paused</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>right word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seen now: update {step:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>starting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stopped</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stopped without a word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>width {model}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{before}Drag the handle or click a map: the whole window goes there; keys , and . step through it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{before}The window shows the model after {step:,} updates; keys , and . step through it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} snapshots, {megabytes:.1f} MB</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{dropout:.0%} of the units are set to 0 at each update: heads share their work, and learn more slowly.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{heads} head{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{model} + {model2} layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{seconds:.0f} min</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{smoothing:g} of the probability goes to all other words: no answer is ever certain, and the loss cannot reach 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{source} (an example of the task: it does not know your text’s words)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{speed:,.0f} tokens/s</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“Go on” does as much again.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/ancestry_tree</name>
  <message>
   <source>Ancestry</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each line was computed from the lines under it. Enter shows a number's formula and code.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open down to the tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the shortest ways to tokens and positions.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tensor and index, from 0</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What it is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the number comes from</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/decoding_form</name>
  <message>
   <source>Always takes the most probable token.</source>
   <translation>Toma siempre el token más probable.</translation>
  </message>
  <message>
   <source>Beam</source>
   <translation>Haz</translation>
  </message>
  <message>
   <source>Draws the token by its probability; the same seed draws the same text.</source>
   <translation>Extrae el token según su probabilidad; la misma semilla da el mismo texto.</translation>
  </message>
  <message>
   <source>Each token is drawn by its chance; the same seed gives the same text.</source>
   <translation>Cada token se extrae según su probabilidad; la misma semilla da el mismo texto.</translation>
  </message>
  <message>
   <source>Greedy</source>
   <translation>Voraz</translation>
  </message>
  <message>
   <source>How many texts are kept at each step.</source>
   <translation>Cuántos textos se conservan en cada paso.</translation>
  </message>
  <message>
   <source>Keeps several texts at each step and writes the one with the best score.</source>
   <translation>Conserva varios textos en cada paso y escribe el de mejor puntuación.</translation>
  </message>
  <message>
   <source>Length penalty: score = log-probability ÷ lengthᵅ. 0 favours short texts.</source>
   <translation>Penalización de longitud: puntuación = probabilidad logarítmica ÷ longitudᵅ. 0 favorece los textos cortos.</translation>
  </message>
  <message>
   <source>Number that decides the draws.</source>
   <translation>Número que decide las extracciones.</translation>
  </message>
  <message>
   <source>Only the k most probable tokens can be drawn; 0 = all.</source>
   <translation>Solo se pueden extraer los k tokens más probables; 0 = todos.</translation>
  </message>
  <message>
   <source>Only the most probable tokens that together reach p can be drawn; 1 = all.</source>
   <translation>Solo se pueden extraer los tokens más probables que juntos llegan a p; 1 = todos.</translation>
  </message>
  <message>
   <source>Several texts are kept; the best score = log-probability ÷ lengthᵅ wins.</source>
   <translation>Se conservan varios textos; gana la mejor puntuación = probabilidad logarítmica ÷ longitudᵅ.</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>Temperatura</translation>
  </message>
  <message>
   <source>Temperature: drag and watch the chances. Left sharpens, right flattens.</source>
   <translation>Temperatura: arrastra y mira las probabilidades. A la izquierda afila, a la derecha aplana.</translation>
  </message>
  <message>
   <source>Temperature: logits are divided by it. Below 1 sharpens, above 1 flattens.</source>
   <translation>Temperatura: los logits se dividen entre ella. Menos de 1 afila, más de 1 aplana.</translation>
  </message>
  <message>
   <source>The most probable token is taken at each step.</source>
   <translation>En cada paso se toma el token más probable.</translation>
  </message>
  <message>
   <source>The search goes on until no text can win any more. Otherwise it is over as soon as a text has ended for each beam (Hugging Face: early_stopping).</source>
   <translation>La búsqueda sigue hasta que ningún texto pueda ganar. Si no, termina en cuanto ha acabado un texto por cada haz (Hugging Face: early_stopping).</translation>
  </message>
  <message>
   <source>until none can win</source>
   <translation>hasta que ninguno pueda ganar</translation>
  </message>
 </context>
 <context>
  <name>widgets/dialog</name>
  <message>
   <source>Closes this window (Esc)</source>
   <translation>Cierra esta ventana (Esc)</translation>
  </message>
  <message>
   <source>{title} — headscope</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/forms</name>
  <message>
   <source>Counts {only}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From {ge:,} to {le:,}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens all that belongs to {lower}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the other options.</source>
   <translation>Abre las demás opciones.</translation>
  </message>
  <message>
   <source>as usual</source>
   <translation>como siempre</translation>
  </message>
  <message>
   <source>{name} is {text!r}, which is no number</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/number_card</name>
  <message>
   <source>A number</source>
   <translation>Un número</translation>
  </message>
  <message>
   <source>A number of this run</source>
   <translation>Un número de esta ejecución</translation>
  </message>
  <message>
   <source>Ancestry…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copied ✓</source>
   <translation>Copiado ✓</translation>
  </message>
  <message>
   <source>Copy as Python</source>
   <translation>Copiar como Python</translation>
  </message>
  <message>
   <source>Copy value</source>
   <translation>Copiar el valor</translation>
  </message>
  <message>
   <source>Goes back to the number before.</source>
   <translation>Vuelve al número anterior.</translation>
  </message>
  <message>
   <source>Input {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts a script on the clipboard that prints this number.</source>
   <translation>Pone en el portapapeles un script que imprime este número.</translation>
  </message>
  <message>
   <source>Puts the number on the clipboard, with all its digits.</source>
   <translation>Pone el número en el portapapeles, con todas sus cifras.</translation>
  </message>
  <message>
   <source>Shows what it was computed from as a tree, down to tokens and positions.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This number</source>
   <translation>Este número</translation>
  </message>
  <message>
   <source>Where does this number come from?</source>
   <translation>¿De dónde sale este número?</translation>
  </message>
  <message>
   <source>Where does {words} come from?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where this number comes from</source>
   <translation>De dónde sale este número</translation>
  </message>
  <message>
   <source>[{place}]  from 0</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>and {count:,} more</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/number_table</name>
  <message>
   <source>00 of {count}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{count} of {count2}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/overflow_bar</name>
  <message>
   <source>More of {lower}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the other settings of {lower}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/pan_canvas</name>
  <message>
   <source>Scroll: {name}</source>
   <translation>Desplazar: {name}</translation>
  </message>
 </context>
 <context>
  <name>widgets/theme</name>
  <message>
   <source>Dark</source>
   <translation>Oscuro</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Alto contraste</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Claro</translation>
  </message>
 </context>
 <context>
  <name>window/assembly</name>
  <message>
   <source>Open recent</source>
   <translation>Abrir reciente</translation>
  </message>
 </context>
 <context>
  <name>window/banner</name>
  <message>
   <source> The last picture stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close the notice</source>
   <translation>Cerrar el aviso</translation>
  </message>
  <message>
   <source>Takes this line away.</source>
   <translation>Quita esta línea.</translation>
  </message>
  <message>
   <source>The engine stopped and is being restarted; your text is kept.</source>
   <translation>El motor se detuvo y se está reiniciando; tu texto se conserva.</translation>
  </message>
 </context>
 <context>
  <name>window/dialogs</name>
  <message>
   <source>A window into an encoder-decoder Transformer: type a sentence and watch it think.</source>
   <translation>Una ventana a un Transformer codificador-decodificador: escribe una frase y mira cómo piensa.</translation>
  </message>
  <message>
   <source>Copies these lines.</source>
   <translation>Copia estas líneas.</translation>
  </message>
  <message>
   <source>Every command with its key</source>
   <translation>Cada comando con su tecla</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Teclas</translation>
  </message>
  <message>
   <source>Logs and settings: {home}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model: {name}, {parameters:,} parameters, hash {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Python {python_version}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Qt {qversion} on {platformname}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Single keys work while the cursor is not in a text box; arrows while a view has the focus. Tab goes from part to part; every command can also be found by its name.</source>
   <translation>Las teclas sueltas funcionan mientras el cursor no está en un cuadro de texto; las flechas, mientras una vista tiene el foco. Tab va de parte en parte; cada comando se encuentra también por su nombre.</translation>
  </message>
  <message>
   <source>To read and to copy</source>
   <translation>Para leer y copiar</translation>
  </message>
  <message>
   <source>What went wrong</source>
   <translation>Qué salió mal</translation>
  </message>
  <message>
   <source>headscope goes on and your text is kept. These lines help to find the cause.</source>
   <translation>headscope sigue y tu texto se conserva. Estas líneas ayudan a encontrar la causa.</translation>
  </message>
 </context>
 <context>
  <name>window/history_dialog</name>
  <message>
   <source>Before all of these</source>
   <translation>Antes de todo esto</translation>
  </message>
  <message>
   <source>Changes</source>
   <translation>Cambios</translation>
  </message>
  <message>
   <source>Every change in its order.</source>
   <translation>Todos los cambios en su orden.</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Historial</translation>
  </message>
  <message>
   <source>The ticked line is what you see. A click on another one, or Enter, goes back or forward to it.</source>
   <translation>La línea marcada es lo que ves. Un clic en otra, o Intro, vuelve o avanza hasta ella.</translation>
  </message>
 </context>
 <context>
  <name>window/main_window</name>
  <message>
   <source>headscope</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}[*] — headscope</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/minimal_pairs_dialog</name>
  <message>
   <source>A click on a pair, or Enter, puts both sentences into the source box and shows them side by side in Compare.</source>
   <translation>Un clic en un par, o Intro, pone ambas frases en el cuadro de origen y las muestra una junto a otra en Comparar.</translation>
  </message>
  <message>
   <source>Minimal pairs</source>
   <translation>Pares mínimos</translation>
  </message>
  <message>
   <source>Pairs of sentences, by what is different in them.</source>
   <translation>Pares de frases, según lo que las diferencia.</translation>
  </message>
  <message>
   <source>minimal pair: {phenomenon}</source>
   <translation>par mínimo: {phenomenon}</translation>
  </message>
  <message>
   <source>{phenomenon}: {reason} Sentence 1 is A, sentence 2 is B.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/model_menu</name>
  <message>
   <source>recorded elsewhere</source>
   <translation>grabado en otra parte</translation>
  </message>
  <message>
   <source>{device} · {number} parameters</source>
   <translation>{device} · {number} parámetros</translation>
  </message>
  <message>
   <source>{encoder_layers}+{decoder_layers} layers · {heads_words}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/nav_rail</name>
  <message>
   <source>Opens the view “{word}”; {click} opens it beside the present one, or closes it there.</source>
   <translation>Abre la vista “{word}”; {click} la abre junto a la presente, o la cierra ahí.</translation>
  </message>
  <message>
   <source>Shows every view, choice and measure (depth Full).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Views</source>
   <translation>Vistas</translation>
  </message>
 </context>
 <context>
  <name>window/placeholder</name>
  <message>
   <source>Its translation and every head appear here as you type.</source>
   <translation>Su traducción y todas las cabezas aparecen aquí mientras escribes.</translation>
  </message>
  <message>
   <source>Loading the model…</source>
   <translation>Cargando el modelo…</translation>
  </message>
  <message>
   <source>Reading the sentence…</source>
   <translation>Leyendo la frase…</translation>
  </message>
  <message>
   <source>The first picture comes in a moment. You can type already.</source>
   <translation>La primera imagen llega en un momento. Ya puedes escribir.</translation>
  </message>
  <message>
   <source>There is no picture yet.</source>
   <translation>Todavía no hay imagen.</translation>
  </message>
  <message>
   <source>Type a sentence.</source>
   <translation>Escribe una frase.</translation>
  </message>
 </context>
 <context>
  <name>window/sheets</name>
  <message>
   <source>Beside: {view_word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare an array with this run</source>
   <translation>Comparar un array con esta ejecución</translation>
  </message>
  <message>
   <source>Example</source>
   <translation>Ejemplo</translation>
  </message>
  <message>
   <source>Model: {model_words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New here? A tour of two minutes shows how to read this window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show less</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the tour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ten stops, each with something to do; Esc ends it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The essential views, choices and numbers (depth First look)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not compared</source>
   <translation>{name} no se comparó</translation>
  </message>
 </context>
 <context>
  <name>window/splash</name>
  <message>
   <source>headscope is starting</source>
   <translation>headscope está empezando</translation>
  </message>
 </context>
 <context>
  <name>window/split_view</name>
  <message>
   <source>Close {word}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closes {word}; the other view stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows another view in this place.</source>
   <translation>Muestra otra vista en este lugar.</translation>
  </message>
  <message>
   <source>View in this place: {word}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/status_bar</name>
  <message>
   <source>Computing</source>
   <translation>Calculando</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>Detalles</translation>
  </message>
  <message>
   <source>Ends the engine, which may be stuck, and starts it again; your text is kept.</source>
   <translation>Termina el motor, que quizá esté atascado, y lo inicia de nuevo; tu texto se conserva.</translation>
  </message>
  <message>
   <source>Restart the engine</source>
   <translation>Reiniciar el motor</translation>
  </message>
  <message>
   <source>Shows what went wrong, to read and to copy.</source>
   <translation>Muestra qué salió mal, para leer y copiar.</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>Estado</translation>
  </message>
  <message>
   <source>Stops computing; the last picture stays.</source>
   <translation>Deja de calcular; la última imagen se queda.</translation>
  </message>
  <message>
   <source>Stops the survey; what is done so far stays.</source>
   <translation>Detiene el estudio; lo hecho hasta ahora se queda.</translation>
  </message>
  <message>
   <source>engine ready</source>
   <translation>motor listo</translation>
  </message>
  <message>
   <source>engine restarting</source>
   <translation>el motor se reinicia</translation>
  </message>
  <message>
   <source>engine starting</source>
   <translation>el motor se inicia</translation>
  </message>
  <message>
   <source>forward {milliseconds}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>painted in {milliseconds}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the computation</source>
   <translation>el cálculo</translation>
  </message>
  <message>
   <source>the survey</source>
   <translation>el estudio</translation>
  </message>
  <message>
   <source>{count_maps} maps captured</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value:.0f} ms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value:.1f} ms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{written} token{value} written</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/top_bar</name>
  <message>
   <source>Choose a model</source>
   <translation>Elegir un modelo</translation>
  </message>
  <message>
   <source>Chooses the model.</source>
   <translation>Elige el modelo.</translation>
  </message>
  <message>
   <source>English → …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a command, head, step, model or sentence</source>
   <translation>Buscar un comando, una cabeza, un paso, un modelo o una frase</translation>
  </message>
  <message>
   <source>Find anything…  {find_key}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How much is on the screen: the essentials, everything, or as well what research needs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists every command ({find_key})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Menus</source>
   <translation>Menús</translation>
  </message>
  <message>
   <source>Model: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save or copy the picture or its numbers</source>
   <translation>Guardar o copiar la imagen o sus números</translation>
  </message>
  <message>
   <source>Saves or copies the picture or its numbers</source>
   <translation>Guarda o copia la imagen o sus números</translation>
  </message>
  <message>
   <source>Split view</source>
   <translation>Dividir la vista</translation>
  </message>
  <message>
   <source>Top bar</source>
   <translation>Barra superior</translation>
  </message>
  <message>
   <source>{words}
Chooses the model.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/view_frame</name>
  <message>
   <source>Options of this view</source>
   <translation>Opciones de esta vista</translation>
  </message>
  <message>
   <source>The other numbers of this run are on their way…</source>
   <translation>Los demás números de esta ejecución están en camino…</translation>
  </message>
  <message>
   <source>This view could not draw: {error}. The other parts of the window go on.</source>
   <translation>Esta vista no se pudo dibujar: {error}. Las demás partes de la ventana siguen.</translation>
  </message>
 </context>
 <context>
  <name>window/workspace</name>
  <message>
   <source>This view cannot be opened.</source>
   <translation>Esta vista no se puede abrir.</translation>
  </message>
  <message>
   <source>draw an alignment</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>earlier picture</source>
   <translation>imagen anterior</translation>
  </message>
  <message>
   <source>{view} needs more room: enlarge the window or choose smaller text.</source>
   <translation>{view} necesita más sitio: agranda la ventana o elige un texto más pequeño.</translation>
  </message>
 </context>
</TS>
