<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
 <context>
  <name>charts/bar_list</name>
  <message>
   <source>Click to select it.</source>
   <translation>Un clic la elige.</translation>
  </message>
 </context>
 <context>
  <name>charts/head_chips</name>
  <message>
   <source>All heads</source>
   <translation>Todas las cabezas</translation>
  </message>
  <message>
   <source>All heads of layer {layer}</source>
   <translation>Todas las cabezas de la capa {layer}</translation>
  </message>
  <message>
   <source>Click to add or remove a head or a whole layer; double-click to keep it alone.</source>
   <translation>Haz clic para añadir o quitar una cabeza o una capa entera; doble clic para dejarla sola.</translation>
  </message>
  <message>
   <source>Head {head}, left out: click to show it</source>
   <translation>Cabeza {head}, omitida: un clic la muestra</translation>
  </message>
  <message>
   <source>Head {head}, shown: click to leave it out</source>
   <translation>Cabeza {head}, mostrada: un clic la omite</translation>
  </message>
  <message>
   <source>Head {head}: click to select it</source>
   <translation>Cabeza {head}: un clic la elige</translation>
  </message>
  <message>
   <source>Heads</source>
   <translation>Cabezas</translation>
  </message>
  <message>
   <source>How heads are sorted: by place, by what they read, or by their effect on the text.</source>
   <translation>Según qué se ordenan las cabezas: lugar, lo que leen o su efecto en el texto.</translation>
  </message>
  <message>
   <source>Layer {layer}</source>
   <translation>Capa {layer}</translation>
  </message>
  <message>
   <source>Layer {layer}, head {head}</source>
   <translation>Capa {layer}, cabeza {head}</translation>
  </message>
  <message>
   <source>Listed heads</source>
   <translation>Cabezas listadas</translation>
  </message>
  <message>
   <source>Mixed heads</source>
   <translation>Cabezas mezcladas</translation>
  </message>
  <message>
   <source>Mixes all heads.</source>
   <translation>Mezcla todas las cabezas.</translation>
  </message>
  <message>
   <source>Mixes only the heads that pass the filter.</source>
   <translation>Mezcla las cabezas que lista el filtro, y ninguna más.</translation>
  </message>
  <message>
   <source>Shown: {names} of {heads}</source>
   <translation>Visibles: {names} de {heads}</translation>
  </message>
  <message>
   <source>The layers and heads that are mixed.</source>
   <translation>Las capas y cabezas que se mezclan.</translation>
  </message>
  <message>
   <source>Which heads are shown: click to show one or leave it out, double-click to show it alone.</source>
   <translation>Qué cabezas se muestran: clic para mostrar u omitir una, doble clic para verla sola.</translation>
  </message>
  <message>
   <source>none</source>
   <comment>of the heads</comment>
   <translation>ninguna</translation>
  </message>
  <message>
   <source>sorted by {word}</source>
   <translation>ordenado por {word}</translation>
  </message>
  <message>
   <source>{heads}: click to add to the mix</source>
   <translation>{heads}: haz clic para añadirla a la mezcla</translation>
  </message>
  <message>
   <source>{heads}: click to remove from the mix</source>
   <translation>{heads}: haz clic para quitarla de la mezcla</translation>
  </message>
  <message>
   <source>{shown} of {all} heads</source>
   <translation>{shown} de {all} cabezas</translation>
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
  <name>charts/map_summary</name>
  <message>
   <source>Layer {layer}, head {head} {reads}.</source>
   <translation>Capa {layer}, cabeza {head}: {reads}.</translation>
  </message>
  <message>
   <source>Strongest: {row} reads “{token}” with a weight of {weight}.</source>
   <translation>Lo más fuerte: {row} lee “{token}” con un peso de {weight}.</translation>
  </message>
  <message>
   <source>its own token</source>
   <translation>su propio token</translation>
  </message>
  <message>
   <source>reads a token after {place}</source>
   <translation>lee un token después de {place}</translation>
  </message>
  <message>
   <source>reads a token before {place}</source>
   <translation>lee un token antes de {place}</translation>
  </message>
  <message>
   <source>reads almost every source token, one at a time, in its own order</source>
   <translation>lee casi todos los tokens del origen, de uno en uno, en su propio orden</translation>
  </message>
  <message>
   <source>reads earlier occurrences of the token just read</source>
   <translation>lee lugares anteriores del token que se acaba de leer</translation>
  </message>
  <message>
   <source>reads its own token</source>
   <translation>lee su propio token</translation>
  </message>
  <message>
   <source>reads no position much more than others</source>
   <translation>no lee ninguna posición mucho más que las otras</translation>
  </message>
  <message>
   <source>reads other occurrences of its own token</source>
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
   <source>reads the source at the same relative position</source>
   <translation>lee el origen en la misma posición relativa</translation>
  </message>
  <message>
   <source>reads the source from end to beginning</source>
   <translation>lee el origen del final al principio</translation>
  </message>
  <message>
   <source>reads the source word spelled like the one it writes, such as a name</source>
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
   <source>reads the token just read, not the one the row writes</source>
   <translation>lee el token que se acaba de leer, no el que escribe la fila</translation>
  </message>
  <message>
   <source>reads what followed an earlier occurrence of its token</source>
   <translation>lee lo que seguía a su propio token donde apareció antes</translation>
  </message>
  <message>
   <source>reads what followed an earlier occurrence of the token just read</source>
   <translation>lee lo que seguía al token recién leído donde apareció antes</translation>
  </message>
  <message>
   <source>reads {number} tokens after {place}</source>
   <translation>lee {number} tokens después de {place}</translation>
  </message>
  <message>
   <source>reads {number} tokens before {place}</source>
   <translation>lee {number} tokens antes de {place}</translation>
  </message>
  <message>
   <source>spreads its weight over nearly all tokens</source>
   <translation>reparte su peso entre casi todos los tokens</translation>
  </message>
  <message>
   <source>the same relative position in the source</source>
   <translation>la misma fracción del recorrido por el origen</translation>
  </message>
 </context>
 <context>
  <name>charts/number_table</name>
  <message>
   <source>{number} of {all}</source>
   <translation>{number} de {all}</translation>
  </message>
 </context>
 <context>
  <name>charts/text_comparison_table</name>
  <message>
   <source>After the first difference the two texts continue separately.</source>
   <translation>Tras la primera diferencia, los dos textos continúan por separado.</translation>
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
  <name>cli/complaints</name>
  <message>
   <source>Qt needs system libraries that are missing: {files}. Install the packages that provide them</source>
   <translation>Qt necesita bibliotecas del sistema que no están aquí: {files}. Instálalas con los paquetes que contienen estos archivos</translation>
  </message>
  <message>
   <source>Qt needs system libraries that are missing: {files}. On Debian or Ubuntu: sudo apt-get install -y --no-install-recommends {packages}; elsewhere, install the packages that provide them</source>
   <translation>Qt necesita bibliotecas del sistema que no están aquí: {files}. Instálalas en Debian o Ubuntu con: sudo apt-get install -y --no-install-recommends {packages}; en otros sistemas, con los paquetes que contienen estos archivos</translation>
  </message>
 </context>
 <context>
  <name>cli/console</name>
  <message>
   <source>Computing the run…</source>
   <translation>Calculando la ejecución…</translation>
  </message>
  <message>
   <source>Loading PyTorch…</source>
   <translation>Cargando PyTorch…</translation>
  </message>
  <message>
   <source>More than {number:,} characters: the rest is left out, but for its end.</source>
   <translation>Más de {number:,} caracteres: se omite el resto, salvo el final.</translation>
  </message>
  <message>
   <source>trace and run stay as they were: {reason}</source>
   <translation>trace y run siguen como estaban: {reason}</translation>
  </message>
  <message>
   <source>trace, run, model and vocab are now those of “{source}”.</source>
   <translation>trace, run, model y vocab son ahora los de “{source}”.</translation>
  </message>
  <message>
   <source>trace, run, model, vocab: “{source}”; also engine, window, torch, np.</source>
   <translation>trace, run, model, vocab: “{source}”; además, engine, window, torch, np.</translation>
  </message>
  <message>
   <source>{number:,} characters left out</source>
   <translation>{number:,} caracteres omitidos</translation>
  </message>
 </context>
 <context>
  <name>cli/lesson</name>
  <message>
   <source>{name} was changed by another program while its answers were measured. It is left as it is: measure them again</source>
   <translation>Otro programa cambió {name} mientras se medían sus respuestas. El archivo queda como está: vuelve a medirlas</translation>
  </message>
 </context>
 <context>
  <name>cli/program</name>
  <message>
   <source>The last session was not opened</source>
   <translation>No se abrió la última sesión</translation>
  </message>
  <message>
   <source>headscope: no display found, so no window can open. To draw the window as a picture instead: python main.py render --view window --source "the cat sleeps" --out window.png</source>
   <translation>headscope: no se encontró ninguna pantalla, así que no se puede abrir una ventana. Dibújala en una imagen: python main.py render --view window --source "the cat sleeps" --out window.png</translation>
  </message>
 </context>
 <context>
  <name>cli/training</name>
  <message>
   <source>{folder} cannot be written: {error}</source>
   <translation>no se puede escribir en {folder}: {error}</translation>
  </message>
  <message>
   <source>{what}; the snapshots up to update {step:,} are complete</source>
   <translation>{what}; las instantáneas hasta la actualización {step:,} están completas</translation>
  </message>
 </context>
 <context>
  <name>commands/actions</name>
  <message>
   <source>Adds the current window to your lesson as a scene.</source>
   <translation>Añade la ventana actual a tu lección como escena.</translation>
  </message>
  <message>
   <source>Asks for sentence pairs to train on, source&lt;TAB&gt;target on each line.</source>
   <translation>Pide pares de frases para entrenar, origen&lt;TAB&gt;destino en cada línea.</translation>
  </message>
  <message>
   <source>Asks for the next token; again for the strongest word of the row, and for the head that matters most.</source>
   <translation>Pregunta por el token siguiente; otra vez, por la palabra más fuerte de la fila y por la cabeza que más importa.</translation>
  </message>
  <message>
   <source>Averages every head of this model over a file of sentence pairs, in the background.</source>
   <translation>Promedia todas las cabezas de este modelo sobre un archivo de pares de frases, en segundo plano.</translation>
  </message>
  <message>
   <source>Back to one head</source>
   <translation>Volver a una cabeza</translation>
  </message>
  <message>
   <source>Back to the previous view</source>
   <translation>Volver a la vista anterior</translation>
  </message>
  <message>
   <source>Beam search</source>
   <translation>Búsqueda en haz</translation>
  </message>
  <message>
   <source>Calculation: back</source>
   <translation>Cálculo atrás</translation>
  </message>
  <message>
   <source>Calculation: forward</source>
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
   <source>Chooses the view shown beside this one.</source>
   <translation>Elige la vista que va junto a esta.</translation>
  </message>
  <message>
   <source>Closes the window and reopens it as it is.</source>
   <translation>Cierra la ventana y la vuelve a abrir tal como está.</translation>
  </message>
  <message>
   <source>Compare an array with this run…</source>
   <translation>Comparar un array con esta ejecución…</translation>
  </message>
  <message>
   <source>Compare with another model…</source>
   <translation>Comparar con otro modelo…</translation>
  </message>
  <message>
   <source>Compute again</source>
   <translation>Calcular otra vez</translation>
  </message>
  <message>
   <source>Copies a link that opens the same state for anyone with the same model.</source>
   <translation>Copia un enlace que abre el mismo estado a quien tenga el mismo modelo.</translation>
  </message>
  <message>
   <source>Copies a picture of the view.</source>
   <translation>Copia una imagen de la vista.</translation>
  </message>
  <message>
   <source>Copies a script that computes the arrays this view shows, from the model and the text.</source>
   <translation>Copia un script que calcula los arrays que muestra esta vista, a partir del modelo y del texto.</translation>
  </message>
  <message>
   <source>Copies this view's numbers as a table for a spreadsheet.</source>
   <translation>Copia los números de esta vista como tabla para una hoja de cálculo.</translation>
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
   <source>Decoding</source>
   <translation>Decodificación</translation>
  </message>
  <message>
   <source>Delete the training…</source>
   <translation>Eliminar el entrenamiento…</translation>
  </message>
  <message>
   <source>Deletes the training shown in Train with its whole folder, after asking; the open model stays open.</source>
   <translation>Elimina el entrenamiento que muestra Entrenar con toda su carpeta, tras preguntar; el modelo abierto sigue abierto.</translation>
  </message>
  <message>
   <source>Depth</source>
   <translation>Profundidad</translation>
  </message>
  <message>
   <source>Depth: First look</source>
   <translation>Profundidad: primera mirada</translation>
  </message>
  <message>
   <source>Depth: Full</source>
   <translation>Profundidad: completa</translation>
  </message>
  <message>
   <source>Depth: Research</source>
   <translation>Profundidad: investigación</translation>
  </message>
  <message>
   <source>Depth: {word}</source>
   <translation>Profundidad: {word}</translation>
  </message>
  <message>
   <source>Draw an alignment</source>
   <translation>Dibujar una alineación</translation>
  </message>
  <message>
   <source>Draw on the masks</source>
   <translation>Dibujar en las máscaras</translation>
  </message>
  <message>
   <source>Edit</source>
   <comment>menu</comment>
   <translation>Editar</translation>
  </message>
  <message>
   <source>Edit a copy of the open lesson</source>
   <translation>Editar una copia de la lección abierta</translation>
  </message>
  <message>
   <source>Every term of the field, explained in one sentence.</source>
   <translation>Cada término del campo, explicado en una frase.</translation>
  </message>
  <message>
   <source>Exports the view or the window as PNG, SVG or PDF, or every step of it as a GIF.</source>
   <translation>Exporta la vista o la ventana como PNG, SVG o PDF, o todos sus pasos como GIF.</translation>
  </message>
  <message>
   <source>File</source>
   <translation>Archivo</translation>
  </message>
  <message>
   <source>Fills the screen with the view, in large type: B blank, S spotlight, P pen, N next sentence, Esc to leave.</source>
   <translation>Llena la pantalla con la vista, en letra grande: B pantalla negra, S foco, P lápiz, N frase siguiente, Esc termina.</translation>
  </message>
  <message>
   <source>Filter heads…</source>
   <translation>Filtrar cabezas…</translation>
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
   <source>Follow the sum</source>
   <translation>Seguir la suma</translation>
  </message>
  <message>
   <source>Forbid or allow this cell</source>
   <translation>Prohibir o permitir esta celda</translation>
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
   <source>Goes to the first token written.</source>
   <translation>Va al primer token que se escribió.</translation>
  </message>
  <message>
   <source>Goes to the last token written.</source>
   <translation>Va al último token que se escribió.</translation>
  </message>
  <message>
   <source>Goes to the next or previous head.</source>
   <translation>Va a la cabeza siguiente o anterior.</translation>
  </message>
  <message>
   <source>Goes to the next step of the calculation.</source>
   <translation>Va al paso siguiente del cálculo.</translation>
  </message>
  <message>
   <source>Goes to the next token.</source>
   <translation>Va al token escrito después.</translation>
  </message>
  <message>
   <source>Goes to the previous step of the calculation.</source>
   <translation>Va al paso anterior del cálculo.</translation>
  </message>
  <message>
   <source>Goes to the previous token.</source>
   <translation>Va al token escrito antes.</translation>
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
   <source>Greedy decoding</source>
   <translation>Decodificación voraz</translation>
  </message>
  <message>
   <source>Help</source>
   <translation>Ayuda</translation>
  </message>
  <message>
   <source>Hides this source token from every query, or shows it again.</source>
   <translation>Oculta este token del origen a todas las consultas, o lo muestra de nuevo.</translation>
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
   <source>In Attention: click a cell of cross-attention to link its words; every head is scored against the links.</source>
   <translation>En Atención: un clic en una celda de la atención cruzada enlaza sus palabras; todas las cabezas se miden contra los enlaces.</translation>
  </message>
  <message>
   <source>In Attention: drag a cell up or down, or type a number for the pinned one, to set its weight.</source>
   <translation>En Atención: arrastra una celda arriba o abajo, o escribe un número para la fijada, y así pones su peso.</translation>
  </message>
  <message>
   <source>In Attention: shows all heads of all attentions at once, or one head again.</source>
   <translation>En Atención: todas las cabezas de todas las atenciones a la vez, o de nuevo una.</translation>
  </message>
  <message>
   <source>In Masks: switches between editing (click or drag to forbid or allow cells) and pinning.</source>
   <translation>En Máscaras: alterna entre editar (clic o arrastre para prohibir o permitir celdas) y fijar.</translation>
  </message>
  <message>
   <source>Keep a snapshot as a model</source>
   <translation>Conservar una instantánea como modelo</translation>
  </message>
  <message>
   <source>Keeps capitals as typed and does not correct swapped letters.</source>
   <translation>Deja las mayúsculas como se escribieron y no corrige letras cambiadas de lugar.</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Idioma</translation>
  </message>
  <message>
   <source>Language of the system</source>
   <translation>Idioma del sistema</translation>
  </message>
  <message>
   <source>Language: English</source>
   <translation>Idioma: inglés</translation>
  </message>
  <message>
   <source>Language: Español</source>
   <translation>Idioma: español</translation>
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
   <source>Light theme</source>
   <translation>Tema claro</translation>
  </message>
  <message>
   <source>List all heads</source>
   <translation>Mostrar todas las cabezas</translation>
  </message>
  <message>
   <source>Lists every change; choose one to go back or forward to it.</source>
   <translation>Enumera todos los cambios; elige uno para volver o avanzar hasta él.</translation>
  </message>
  <message>
   <source>Lists every command; choose one to run it.</source>
   <translation>Enumera todos los comandos; elige uno para ejecutarlo.</translation>
  </message>
  <message>
   <source>Lists recently opened files.</source>
   <translation>Enumera los archivos recientes.</translation>
  </message>
  <message>
   <source>Make the head read all alike</source>
   <translation>Que la cabeza lea todo por igual</translation>
  </message>
  <message>
   <source>Make the head read its own token</source>
   <translation>Que la cabeza lea su propio token</translation>
  </message>
  <message>
   <source>Make the head read the first token</source>
   <translation>Que la cabeza lea el primer token</translation>
  </message>
  <message>
   <source>Make the head read the previous one</source>
   <translation>Que la cabeza lea el anterior</translation>
  </message>
  <message>
   <source>Makes a randomly initialised model of any variant, to compare or train.</source>
   <translation>Crea un modelo de cualquier variante con números al azar, para compararlo o entrenarlo.</translation>
  </message>
  <message>
   <source>Makes the open lesson your own, so that you can change it.</source>
   <translation>Convierte la lección abierta en tuya, para que puedas cambiarla.</translation>
  </message>
  <message>
   <source>Mask the token that this cell reads</source>
   <translation>Enmascarar el token que lee esta celda</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modelo</translation>
  </message>
  <message>
   <source>Moves the cursor to the source box and selects its text.</source>
   <translation>Pone el cursor en el cuadro de origen y selecciona su texto.</translation>
  </message>
  <message>
   <source>Moves the keyboard focus to the view, and from one view to the other.</source>
   <translation>Lleva el foco del teclado a la vista, y de una vista a la otra.</translation>
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
   <source>Open a model folder…</source>
   <translation>Abrir una carpeta de modelo…</translation>
  </message>
  <message>
   <source>Open the link on the clipboard</source>
   <translation>Abrir el enlace del portapapeles</translation>
  </message>
  <message>
   <source>Open view</source>
   <translation>Abrir vista</translation>
  </message>
  <message>
   <source>Opens a folder that holds a model, in headscope's or Hugging Face's format.</source>
   <translation>Abre una carpeta que contiene un modelo, de headscope o de Hugging Face.</translation>
  </message>
  <message>
   <source>Opens a folder that holds a survey.json.</source>
   <translation>Abre una carpeta que contiene un survey.json.</translation>
  </message>
  <message>
   <source>Opens a folder that holds a training.json, even while it is being written.</source>
   <translation>Abre una carpeta que contiene un training.json, también mientras se escribe.</translation>
  </message>
  <message>
   <source>Opens a text, a session, a model or weights; you can also drop it on the window.</source>
   <translation>Abre un texto, una sesión, un modelo o pesos; también puedes soltarlos en la ventana.</translation>
  </message>
  <message>
   <source>Opens a translation model of Hugging Face by its name; downloads it if it is not on this computer.</source>
   <translation>Abre un modelo de traducción de Hugging Face por su nombre; lo descarga si no está en este equipo.</translation>
  </message>
  <message>
   <source>Opens the list of models.</source>
   <translation>Abre la lista de modelos.</translation>
  </message>
  <message>
   <source>Opens the state from the link on the clipboard.</source>
   <translation>Abre el estado del enlace que hay en el portapapeles.</translation>
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
   <source>Pairs of sentences that differ in one thing, to compare side by side.</source>
   <translation>Pares de frases que se diferencian en una cosa, para verlas una junto a otra.</translation>
  </message>
  <message>
   <source>Pause or resume training</source>
   <translation>Pausar o seguir el entrenamiento</translation>
  </message>
  <message>
   <source>Pauses the running training, or resumes the one shown in Train.</source>
   <translation>Pausa el entrenamiento en marcha, o continúa el que muestra Entrenar.</translation>
  </message>
  <message>
   <source>Pin the cell under the pointer</source>
   <translation>Fijar la celda bajo el puntero</translation>
  </message>
  <message>
   <source>Pin this run for comparison</source>
   <translation>Fijar esta ejecución para comparar</translation>
  </message>
  <message>
   <source>Pins the cell in Attention, where you can drag or type its weight.</source>
   <translation>Fija la celda en Atención, donde un arrastre o un número cambia su peso.</translation>
  </message>
  <message>
   <source>Pins the cell under the pointer; unpins where there is none.</source>
   <translation>Fija la celda bajo el puntero; suelta la fijada si no hay ninguna.</translation>
  </message>
  <message>
   <source>Play or pause</source>
   <translation>Reproducir o pausar</translation>
  </message>
  <message>
   <source>Playback speed</source>
   <translation>Velocidad de reproducción</translation>
  </message>
  <message>
   <source>Playback speed: 0.5 steps/s</source>
   <translation>Velocidad de reproducción: 0.5 pasos/s</translation>
  </message>
  <message>
   <source>Playback speed: 1 steps/s</source>
   <translation>Velocidad de reproducción: 1 pasos/s</translation>
  </message>
  <message>
   <source>Playback speed: 10 steps/s</source>
   <translation>Velocidad de reproducción: 10 pasos/s</translation>
  </message>
  <message>
   <source>Playback speed: 2 steps/s</source>
   <translation>Velocidad de reproducción: 2 pasos/s</translation>
  </message>
  <message>
   <source>Playback speed: 4 steps/s</source>
   <translation>Velocidad de reproducción: 4 pasos/s</translation>
  </message>
  <message>
   <source>Playback speed: {number:g} steps/s</source>
   <translation>Velocidad de reproducción: {number:g} pasos/s</translation>
  </message>
  <message>
   <source>Plays the decoding step by step, as it was written.</source>
   <translation>Reproduce la decodificación paso a paso, como se escribió.</translation>
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
   <source>Published model by name…</source>
   <translation>Modelo publicado por su nombre…</translation>
  </message>
  <message>
   <source>Puts the script that computes the arrays this view shows into the console, to be read and run there.</source>
   <translation>Pone en la consola el script que calcula los arrays que muestra esta vista, para que lo leas y lo ejecutes allí.</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Salir</translation>
  </message>
  <message>
   <source>Quits headscope. The text is kept.</source>
   <translation>Sale de headscope. El texto se conserva.</translation>
  </message>
  <message>
   <source>Read the text as typed</source>
   <translation>Leer el texto tal como se escribe</translation>
  </message>
  <message>
   <source>Redo</source>
   <translation>Rehacer</translation>
  </message>
  <message>
   <source>Redoes what was undone.</source>
   <translation>Rehace lo que se deshizo.</translation>
  </message>
  <message>
   <source>Removes every edit of masks, positions, heads and tokens.</source>
   <translation>Retira todos los cambios de máscaras, posiciones, cabezas y tokens.</translation>
  </message>
  <message>
   <source>Removes the head filter.</source>
   <translation>Quita el filtro de cabezas.</translation>
  </message>
  <message>
   <source>Replace the head with its average</source>
   <translation>Sustituir la cabeza por su media</translation>
  </message>
  <message>
   <source>Returns to the view shown before this one.</source>
   <translation>Vuelve a la vista anterior.</translation>
  </message>
  <message>
   <source>Returns to the view you came back from.</source>
   <translation>Vuelve a la vista de la que regresaste.</translation>
  </message>
  <message>
   <source>Runs the same text again, row by row, to compare the cache with a pass without it.</source>
   <translation>Calcula el mismo texto otra vez, fila por fila: así se puede comparar la caché con una pasada sin ella.</translation>
  </message>
  <message>
   <source>Save interactive page…</source>
   <translation>Guardar página interactiva…</translation>
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
   <translation>Guardar la alineación…</translation>
  </message>
  <message>
   <source>Save the training…</source>
   <translation>Guardar el entrenamiento…</translation>
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
   <source>Saves a model folder without the heads and feed-forwards that are switched off.</source>
   <translation>Guarda una carpeta de modelo sin las cabezas y redes densas que están apagadas.</translation>
  </message>
  <message>
   <source>Saves text, model, step, head, views and options in a file.</source>
   <translation>Guarda texto, modelo, paso, cabeza, vistas y opciones en un archivo.</translation>
  </message>
  <message>
   <source>Saves the run as one HTML file that opens in any browser: every head, every step, played back.</source>
   <translation>Guarda la ejecución como un solo archivo HTML que se abre en cualquier navegador: todas las cabezas y todos los pasos, con reproducción.</translation>
  </message>
  <message>
   <source>Saves the session in another file.</source>
   <translation>Guarda la sesión en otro archivo.</translation>
  </message>
  <message>
   <source>Saves the snapshot shown in Train as a model folder, and opens it.</source>
   <translation>Guarda la instantánea que muestra Entrenar como carpeta de modelo y la abre.</translation>
  </message>
  <message>
   <source>Saves the training shown in Train in a folder that others can open.</source>
   <translation>Guarda el entrenamiento que muestra Entrenar en una carpeta que otros pueden abrir.</translation>
  </message>
  <message>
   <source>Saves what this view shows as CSV or JSON, or every array of the run as NPZ.</source>
   <translation>Guarda lo que muestra esta vista como CSV o JSON, o todos los arrays de la ejecución como NPZ.</translation>
  </message>
  <message>
   <source>Saves which words are linked: words and links, or the links alone.</source>
   <translation>Guarda qué palabras van juntas: palabras y enlaces, o solo los enlaces.</translation>
  </message>
  <message>
   <source>Set the weight of this cell…</source>
   <translation>Fijar el peso de esta celda…</translation>
  </message>
  <message>
   <source>Set weights by hand</source>
   <translation>Poner pesos a mano</translation>
  </message>
  <message>
   <source>Sets the output of the selected head to 0, or switches it back on.</source>
   <translation>Pone a 0 la salida de la cabeza elegida, o la enciende de nuevo.</translation>
  </message>
  <message>
   <source>Shows a second view beside this one, with the same selection.</source>
   <translation>Muestra una segunda vista junto a esta, con la misma selección.</translation>
  </message>
  <message>
   <source>Shows all keyboard shortcuts.</source>
   <translation>Muestra todos los atajos de teclado.</translation>
  </message>
  <message>
   <source>Shows how far an array of yours is from the number, map or box with the keyboard focus; you can also drop it there.</source>
   <translation>A qué distancia está un array tuyo del número, mapa o caja que tiene el foco del teclado; también se puede soltar encima.</translation>
  </message>
  <message>
   <source>Shows or hides the numbers on the right.</source>
   <translation>Muestra u oculta los números de la derecha.</translation>
  </message>
  <message>
   <source>Shows the lessons that come with headscope and opens others.</source>
   <translation>Muestra las lecciones que trae headscope y abre otras.</translation>
  </message>
  <message>
   <source>Shows the window in ten stops, each with something to do: two minutes.</source>
   <translation>Muestra la ventana en diez paradas, cada una con algo que hacer: dos minutos.</translation>
  </message>
  <message>
   <source>Shows this view's numbers as a table, for reading row by row or with a screen reader.</source>
   <translation>Muestra los números de esta vista como tabla, para leerlos fila por fila o con un lector de pantalla.</translation>
  </message>
  <message>
   <source>Shows what this is, with the versions of its parts.</source>
   <translation>Dice qué es esto, con las versiones de sus partes.</translation>
  </message>
  <message>
   <source>Smaller text</source>
   <translation>Texto más pequeño</translation>
  </message>
  <message>
   <source>Starts the training set up in Train, in a separate process.</source>
   <translation>Empieza el entrenamiento preparado en Entrenar, en un proceso aparte.</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>Paso</translation>
  </message>
  <message>
   <source>Stop training</source>
   <translation>Detener el entrenamiento</translation>
  </message>
  <message>
   <source>Stops computing the text or the numbers beside it and keeps what is there; again to resume.</source>
   <translation>Deja de calcular el texto o los números de al lado y conserva lo que hay; otra vez, para continuar.</translation>
  </message>
  <message>
   <source>Stops the running training; it is saved and can be resumed.</source>
   <translation>Detiene el entrenamiento en marcha; se guarda y puede seguir.</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>Tamaño del texto</translation>
  </message>
  <message>
   <source>The head reads as it does on average in a survey of this model; again to undo.</source>
   <translation>La cabeza lee como lo hace de media en un estudio de este modelo; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>The head reads every visible token with the same weight; again to undo.</source>
   <translation>La cabeza lee con el mismo peso cada token que puede leer; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>The head reads the first token; again to undo.</source>
   <translation>La cabeza lee el primer token; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>The head reads the token at the query's own position; again to undo.</source>
   <translation>La cabeza lee el token en el lugar de la propia consulta; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>The head reads the token before the query's position; again to undo.</source>
   <translation>La cabeza lee el token anterior al lugar de la consulta; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>The language of the window, from the next start.</source>
   <translation>El idioma de la ventana, desde el próximo inicio.</translation>
  </message>
  <message>
   <source>The scenes of your lesson: words, questions, order; saves it as a file or as slides.</source>
   <translation>Las escenas de tu lección: palabras, preguntas, orden; la guarda como archivo o como diapositivas.</translation>
  </message>
  <message>
   <source>The texts are token ids: no end token is added, padding is allowed, and a target includes its own start token.</source>
   <translation>Los textos son identificadores de tokens: no se añade ningún final, se puede escribir relleno y un destino empieza por su propio inicio.</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Tema</translation>
  </message>
  <message>
   <source>Theme of the system</source>
   <translation>Tema del sistema</translation>
  </message>
  <message>
   <source>This run becomes A in Compare; the current one continues as B.</source>
   <translation>Esta ejecución pasa a ser A en Comparar; la actual sigue como B.</translation>
  </message>
  <message>
   <source>Toggles the mask of the cell in every layer and head of this attention.</source>
   <translation>Cambia la máscara de la celda en todas las capas y cabezas de esta atención; otra vez lo deshace.</translation>
  </message>
  <message>
   <source>Toggles the residual connection around the selected attention: f(x) instead of x + f(x), or the sum again.</source>
   <translation>Conexión residual en torno a la atención elegida: f(x) en lugar de x + f(x), o de nuevo la suma.</translation>
  </message>
  <message>
   <source>Token ids, exactly as typed</source>
   <translation>Identificadores de tokens, tal como se escriben</translation>
  </message>
  <message>
   <source>Tour</source>
   <translation>Visita guiada</translation>
  </message>
  <message>
   <source>Train on a file…</source>
   <translation>Entrenar con un archivo…</translation>
  </message>
  <message>
   <source>Training</source>
   <translation>Entrenamiento</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>Deshacer</translation>
  </message>
  <message>
   <source>Undoes the last change.</source>
   <translation>Deshace el último cambio.</translation>
  </message>
  <message>
   <source>Unpin</source>
   <translation>Soltar la celda</translation>
  </message>
  <message>
   <source>Unpin the pinned run</source>
   <translation>Soltar la ejecución fijada</translation>
  </message>
  <message>
   <source>Unpins the cell; while all heads are shown, returns to one.</source>
   <translation>Suelta la celda fijada; si se muestran todas las cabezas, vuelve a una.</translation>
  </message>
  <message>
   <source>View</source>
   <comment>menu</comment>
   <translation>Ver</translation>
  </message>
  <message>
   <source>Your lesson…</source>
   <translation>Tu lección…</translation>
  </message>
 </context>
 <context>
  <name>commands/choice_list</name>
  <message>
   <source>Nothing is called “{text}”</source>
   <translation>Aquí nada se llama “{text}”</translation>
  </message>
 </context>
 <context>
  <name>commands/glossary_sheet</name>
  <message>
   <source>A term, or a word from its sentence</source>
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
   <source>Terms in the order of a course; those that match what you typed.</source>
   <translation>Los términos en el orden de un curso; los que encajan con lo escrito.</translation>
  </message>
  <message>
   <source>The glossary in this language: {language}.</source>
   <translation>El glosario en este idioma: {language}.</translation>
  </message>
 </context>
 <context>
  <name>commands/head_actions</name>
  <message>
   <source>Restore head</source>
   <translation>Restaurar la cabeza</translation>
  </message>
  <message>
   <source>Switch head off</source>
   <translation>Apagar la cabeza</translation>
  </message>
 </context>
 <context>
  <name>commands/key_page</name>
  <message>
   <source>Black screen, and back</source>
   <translation>Pantalla negra, y vuelta</translation>
  </message>
  <message>
   <source>Choose the first answer; 2 to 9 choose the others</source>
   <translation>Elegir la primera respuesta; de 2 a 9, las demás</translation>
  </message>
  <message>
   <source>Complete a name</source>
   <translation>Completar un nombre</translation>
  </message>
  <message>
   <source>Ctrl+click in the rail</source>
   <translation>clic en la barra de vistas con Ctrl</translation>
  </message>
  <message>
   <source>End presenting</source>
   <translation>Terminar la presentación</translation>
  </message>
  <message>
   <source>Fit to view</source>
   <translation>Ajustar a la vista</translation>
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
   <source>In a lesson or a guess</source>
   <translation>En una lección o al adivinar</translation>
  </message>
  <message>
   <source>In a picture with the keyboard focus</source>
   <translation>En una imagen que tiene el foco</translation>
  </message>
  <message>
   <source>In the console</source>
   <translation>En la consola</translation>
  </message>
  <message>
   <source>In the source or target text</source>
   <translation>En el texto de origen o de destino</translation>
  </message>
  <message>
   <source>Interrupt, where nothing is selected</source>
   <translation>Interrumpir, si no hay nada seleccionado</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Teclas</translation>
  </message>
  <message>
   <source>Larger or smaller text</source>
   <translation>Texto más grande o más pequeño</translation>
  </message>
  <message>
   <source>Leave</source>
   <translation>Salir</translation>
  </message>
  <message>
   <source>Leave it for the view, whose keys then work</source>
   <translation>Dejarlo por la vista, cuyas teclas funcionan entonces</translation>
  </message>
  <message>
   <source>Move from item to item, and select</source>
   <translation>Ir de elemento en elemento, y elegir</translation>
  </message>
  <message>
   <source>Next scene</source>
   <translation>Escena siguiente</translation>
  </message>
  <message>
   <source>Next sentence</source>
   <translation>Frase siguiente</translation>
  </message>
  <message>
   <source>Open it</source>
   <translation>Abrirlo</translation>
  </message>
  <message>
   <source>Pen: a click marks a cell</source>
   <translation>Lápiz: un clic marca una celda</translation>
  </message>
  <message>
   <source>Previous scene</source>
   <translation>Escena anterior</translation>
  </message>
  <message>
   <source>Run a complete statement</source>
   <translation>Ejecutar una instrucción completa</translation>
  </message>
  <message>
   <source>Run what is typed</source>
   <translation>Ejecutar lo escrito</translation>
  </message>
  <message>
   <source>Scroll</source>
   <translation>Desplazar</translation>
  </message>
  <message>
   <source>Show the answer, then the next scene</source>
   <translation>Mostrar la respuesta; después, la escena siguiente</translation>
  </message>
  <message>
   <source>Spotlight</source>
   <translation>Foco</translation>
  </message>
  <message>
   <source>Switch a head off or on; with Shift its layer</source>
   <translation>Apagar o encender una cabeza; con Mayús, su capa</translation>
  </message>
  <message>
   <source>That head alone</source>
   <translation>Solo esa cabeza</translation>
  </message>
  <message>
   <source>The picture on the other screen</source>
   <translation>La imagen en la otra pantalla</translation>
  </message>
  <message>
   <source>The same in lists, token rows, trees and the model</source>
   <translation>Lo mismo en listas, filas de tokens, árboles y el modelo</translation>
  </message>
  <message>
   <source>Type it in the box beside the map</source>
   <translation>Escribirlo en el cuadro junto al mapa</translation>
  </message>
  <message>
   <source>View beside</source>
   <translation>Vista al lado</translation>
  </message>
  <message>
   <source>What was run before</source>
   <translation>Lo ejecutado antes</translation>
  </message>
  <message>
   <source>What you can do with a number, a token or an arrow</source>
   <translation>Qué se puede hacer con un número, un token o una flecha</translation>
  </message>
  <message>
   <source>While presenting</source>
   <translation>Al presentar</translation>
  </message>
  <message>
   <source>Words of the lesson, or the view alone</source>
   <translation>El texto de la lección, o solo la vista</translation>
  </message>
  <message>
   <source>Zoom in or out</source>
   <translation>Más cerca, más lejos</translation>
  </message>
  <message>
   <source>click a switch</source>
   <translation>clic en un interruptor</translation>
  </message>
  <message>
   <source>double-click</source>
   <translation>doble clic</translation>
  </message>
  <message>
   <source>double-click a cell</source>
   <translation>doble clic en una celda</translation>
  </message>
  <message>
   <source>double-click a head</source>
   <translation>doble clic en una cabeza</translation>
  </message>
  <message>
   <source>double-click a head's number</source>
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
   <source>or</source>
   <translation>o</translation>
  </message>
  <message>
   <source>point, click</source>
   <translation>señalar, clic</translation>
  </message>
  <message>
   <source>right-click</source>
   <translation>clic derecho</translation>
  </message>
  <message>
   <source>wheel</source>
   <translation>rueda</translation>
  </message>
  <message>
   <source>wheel over a list</source>
   <translation>rueda sobre una lista</translation>
  </message>
 </context>
 <context>
  <name>commands/language_actions</name>
  <message>
   <source>headscope switches to this language at its next start: File, Restart.</source>
   <translation>headscope tendrá este idioma desde el próximo inicio: Archivo, Reiniciar.</translation>
  </message>
 </context>
 <context>
  <name>commands/palette</name>
  <message>
   <source>A command, a head, a step, a model, a sentence</source>
   <translation>Un comando, una cabeza, un paso, un modelo, una frase</translation>
  </message>
  <message>
   <source>A few letters are enough; Enter runs it or goes there.</source>
   <translation>Bastan unas letras; Intro lo ejecuta o va allí.</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Comandos</translation>
  </message>
  <message>
   <source>Compare</source>
   <translation>Comparar</translation>
  </message>
  <message>
   <source>Compare with: {offer}</source>
   <translation>Comparar con: {offer}</translation>
  </message>
  <message>
   <source>Find anything</source>
   <translation>Buscar lo que sea</translation>
  </message>
  <message>
   <source>Head</source>
   <translation>Cabeza</translation>
  </message>
  <message>
   <source>Matches</source>
   <translation>Lo que encaja</translation>
  </message>
  <message>
   <source>Option</source>
   <translation>Opción</translation>
  </message>
  <message>
   <source>Step {step} writes {token}</source>
   <translation>El paso {step} escribe {token}</translation>
  </message>
  <message>
   <source>Text size {percent:.0f} %</source>
   <translation>Tamaño de texto {percent:.0f} %</translation>
  </message>
  <message>
   <source>View</source>
   <translation>Vista</translation>
  </message>
  <message>
   <source>{attention} layer {layer} head {head}</source>
   <translation>{attention}, capa {layer}, cabeza {head}</translation>
  </message>
  <message>
   <source>{head} · {name}</source>
   <translation>{head} · {name}</translation>
  </message>
  <message>
   <source>{name} (in depth {depth})</source>
   <translation>{name} (se muestra con la profundidad {depth})</translation>
  </message>
  <message>
   <source>{view}: {option}</source>
   <translation>{view}: {option}</translation>
  </message>
 </context>
 <context>
  <name>data/ancestors</name>
  <message>
   <source>a number of this run</source>
   <translation>un número de esta ejecución</translation>
  </message>
  <message>
   <source>a row</source>
   <translation>una fila</translation>
  </message>
  <message>
   <source>a table</source>
   <translation>una tabla</translation>
  </message>
  <message>
   <source>not recorded</source>
   <translation>sin grabar</translation>
  </message>
  <message>
   <source>position {number}</source>
   <translation>posición {number}</translation>
  </message>
 </context>
 <context>
  <name>data/decoded_texts</name>
  <message>
   <source>You write the target: nothing is chosen. Let the model write it to set how tokens are chosen.</source>
   <translation>El destino lo escribes tú: no se elige nada. Deja que el modelo escriba para elegir cómo.</translation>
  </message>
  <message>
   <source>beam winner</source>
   <translation>ganador del haz</translation>
  </message>
  <message>
   <source>beam {number}</source>
   <translation>haz de {number}</translation>
  </message>
  <message>
   <source>branch {number}</source>
   <translation>rama {number}</translation>
  </message>
  <message>
   <source>early stopping</source>
   <translation>parada temprana</translation>
  </message>
  <message>
   <source>free-running</source>
   <translation>escritura libre</translation>
  </message>
  <message>
   <source>greedy</source>
   <translation>voraz</translation>
  </message>
  <message>
   <source>main</source>
   <comment>the text beside branches</comment>
   <translation>principal</translation>
  </message>
  <message>
   <source>sampled</source>
   <translation>muestreado</translation>
  </message>
  <message>
   <source>sampling</source>
   <translation>muestreo</translation>
  </message>
  <message>
   <source>without edits</source>
   <translation>sin cambios</translation>
  </message>
  <message>
   <source>your text</source>
   <translation>tu texto</translation>
  </message>
 </context>
 <context>
  <name>data/depth</name>
  <message>
   <source>All pictures, every option and measure.</source>
   <translation>Todas las imágenes, opciones y medidas.</translation>
  </message>
  <message>
   <source>Also the console, ids, tensor names, log-probabilities and further measures.</source>
   <translation>Además, la consola, identificadores, nombres de tensores, probabilidades logarítmicas y otras medidas.</translation>
  </message>
  <message>
   <source>First look</source>
   <translation>Primera mirada</translation>
  </message>
  <message>
   <source>Full</source>
   <translation>Completa</translation>
  </message>
  <message>
   <source>Research</source>
   <translation>Investigación</translation>
  </message>
  <message>
   <source>The essential views, options and numbers: enough for the first hour.</source>
   <translation>Las vistas, opciones y números esenciales: bastan para la primera hora.</translation>
  </message>
  <message>
   <source>off</source>
   <comment>an option</comment>
   <translation>desactivado</translation>
  </message>
  <message>
   <source>on</source>
   <comment>an option</comment>
   <translation>activado</translation>
  </message>
  <message>
   <source>{option}, {value}</source>
   <translation>{option}, {value}</translation>
  </message>
 </context>
 <context>
  <name>data/edit_list</name>
  <message>
   <source>Decoder self-attention may read later tokens.</source>
   <translation>La autoatención del decodificador puede leer tokens posteriores.</translation>
  </message>
  <message>
   <source>Encoder self-attention and cross-attention cannot read this source token.</source>
   <translation>Ninguna consulta de la autoatención del codificador ni de la atención cruzada puede leer este token del origen.</translation>
  </message>
  <message>
   <source>Padding may be read, in all three attentions.</source>
   <translation>El relleno se puede leer, en las tres atenciones.</translation>
  </message>
  <message>
   <source>Position vectors other than the model's own.</source>
   <translation>Otros vectores de posición que los del modelo.</translation>
  </message>
  <message>
   <source>Set by hand in the mask of every layer and head of {attention}.</source>
   <translation>Puesto a mano en la máscara de todas las capas y cabezas: {attention}.</translation>
  </message>
  <message>
   <source>Set by hand; the other weights of its row share the rest, so the row sums to 1.</source>
   <translation>Puesto a mano; los demás pesos de su fila se reparten lo que queda, de modo que la fila suma 1.</translation>
  </message>
  <message>
   <source>The head reads as it does on average in a survey of this model.</source>
   <translation>La cabeza lee como lo hace de media en un estudio de este modelo.</translation>
  </message>
  <message>
   <source>The head reads every visible token with the same weight.</source>
   <translation>La cabeza lee con el mismo peso todos los tokens que puede leer.</translation>
  </message>
  <message>
   <source>The head reads the first token.</source>
   <translation>La cabeza lee el primer token.</translation>
  </message>
  <message>
   <source>The head reads the token at the query's own position.</source>
   <translation>La cabeza lee el token del lugar de la propia consulta.</translation>
  </message>
  <message>
   <source>The head reads the token before the query's position.</source>
   <translation>La cabeza lee el token anterior al lugar de la consulta.</translation>
  </message>
  <message>
   <source>The head's output is 0. Later layers may never have seen that, so the effect can be exaggerated.</source>
   <translation>La salida de la cabeza es 0. Quizá las capas posteriores nunca lo hayan visto, y el efecto puede ser exagerado.</translation>
  </message>
  <message>
   <source>The model reads another token instead of source token {number}.</source>
   <translation>El modelo lee otro token en lugar del token {number} del origen.</translation>
  </message>
  <message>
   <source>The residual connection is cut: f(x) instead of x + f(x).</source>
   <translation>La conexión residual está cortada: f(x) en lugar de x + f(x).</translation>
  </message>
  <message>
   <source>This activation is copied from the run of “{text}”, the model without edits.</source>
   <translation>Esta activación se toma de la ejecución de “{text}”, con el modelo sin cambios.</translation>
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
   <source>This number replaces the score of a forbidden cell, instead of −∞.</source>
   <translation>Este número ocupa el lugar de la puntuación de una celda prohibida, en vez de −∞.</translation>
  </message>
  <message>
   <source>all alike</source>
   <translation>todos por igual</translation>
  </message>
  <message>
   <source>at most {number} target tokens</source>
   <translation>como máximo {number} tokens de destino</translation>
  </message>
  <message>
   <source>base {base:,.10g}</source>
   <translation>base {base:,.10g}</translation>
  </message>
  <message>
   <source>capitals kept as typed</source>
   <translation>mayúsculas leídas tal como se escriben</translation>
  </message>
  <message>
   <source>column {number}</source>
   <translation>columna {number}</translation>
  </message>
  <message>
   <source>feed-forward of {stack} layer {layer} off</source>
   <translation>red densa de la capa {layer} ({stack}) apagada</translation>
  </message>
  <message>
   <source>feed-forwards off</source>
   <translation>redes densas apagadas</translation>
  </message>
  <message>
   <source>first 1 target token chosen by hand</source>
   <translation>el primer token de destino, elegido a mano</translation>
  </message>
  <message>
   <source>first {number} target tokens chosen by hand</source>
   <translation>los primeros {number} tokens de destino, elegidos a mano</translation>
  </message>
  <message>
   <source>head {head} of {attention} layer {layer}</source>
   <translation>cabeza {head}, capa {layer}, {attention}</translation>
  </message>
  <message>
   <source>heads off</source>
   <translation>cabezas apagadas</translation>
  </message>
  <message>
   <source>heads replaced</source>
   <translation>cabezas sustituidas</translation>
  </message>
  <message>
   <source>its average</source>
   <translation>su media</translation>
  </message>
  <message>
   <source>itself</source>
   <translation>sí mismo</translation>
  </message>
  <message>
   <source>mask value {number}</source>
   <translation>valor de máscara {number}</translation>
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
   <source>piece {number}</source>
   <translation>pieza {number}</translation>
  </message>
  <message>
   <source>place {number}</source>
   <translation>lugar {number}</translation>
  </message>
  <message>
   <source>positions: {edits}</source>
   <translation>posiciones: {edits}</translation>
  </message>
  <message>
   <source>residuals cut</source>
   <translation>conexiones residuales cortadas</translation>
  </message>
  <message>
   <source>row {number}</source>
   <translation>fila {number}</translation>
  </message>
  <message>
   <source>seed {number}</source>
   <translation>semilla {number}</translation>
  </message>
  <message>
   <source>sentence {number}: {what}</source>
   <translation>frase {number}: {what}</translation>
  </message>
  <message>
   <source>shifted by {number}</source>
   <translation>desplazadas {number}</translation>
  </message>
  <message>
   <source>source token {number}</source>
   <translation>token {number} del origen</translation>
  </message>
  <message>
   <source>target forced to begin with “{text}”</source>
   <translation>destino obligado a empezar por “{text}”</translation>
  </message>
  <message>
   <source>target given, not written by the model</source>
   <translation>destino dado, no escrito por el modelo</translation>
  </message>
  <message>
   <source>texts are token ids, exactly as typed</source>
   <translation>los textos son identificadores de tokens, tal como se escriben</translation>
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
   <source>the previous one</source>
   <translation>el anterior</translation>
  </message>
  <message>
   <source>tokens masked</source>
   <translation>tokens enmascarados</translation>
  </message>
  <message>
   <source>tokens replaced</source>
   <translation>tokens sustituidos</translation>
  </message>
  <message>
   <source>{activation} at {token}</source>
   <translation>{activation} en {token}</translation>
  </message>
  <message>
   <source>{activation} from “{text}”</source>
   <translation>{activation} de “{text}”</translation>
  </message>
  <message>
   <source>{attention} cell {cell} allowed</source>
   <translation>{attention}: celda {cell} permitida</translation>
  </message>
  <message>
   <source>{attention} cell {cell} forbidden</source>
   <translation>{attention}: celda {cell} prohibida</translation>
  </message>
  <message>
   <source>{head} off</source>
   <translation>{head}: apagada</translation>
  </message>
  <message>
   <source>{head} reads {place}</source>
   <translation>{head}: lee {place}</translation>
  </message>
  <message>
   <source>{number} cells of the {attention} mask</source>
   <translation>{number} celdas de la máscara ({attention})</translation>
  </message>
  <message>
   <source>{number} weights</source>
   <translation>{number} pesos</translation>
  </message>
  <message>
   <source>{positions} ({stack} only)</source>
   <translation>{positions} (solo {stack})</translation>
  </message>
  <message>
   <source>{stack} embedding</source>
   <translation>embedding del {stack}</translation>
  </message>
  <message>
   <source>{stack} layer {layer} after the cross-attention</source>
   <translation>{stack}, capa {layer}, tras la atención cruzada</translation>
  </message>
  <message>
   <source>{stack} layer {layer} after the feed-forward</source>
   <translation>{stack}, capa {layer}, tras la red densa</translation>
  </message>
  <message>
   <source>{stack} layer {layer} after the self-attention</source>
   <translation>{stack}, capa {layer}, tras la autoatención</translation>
  </message>
  <message>
   <source>{stack} layer {layer} feed-forward output</source>
   <translation>{stack}, capa {layer}, salida de la red densa</translation>
  </message>
  <message>
   <source>{stack} {place} without residual</source>
   <translation>{stack} {place} sin conexión residual</translation>
  </message>
  <message>
   <source>{token} as token {number}</source>
   <translation>{token} como token {number}</translation>
  </message>
  <message>
   <source>{token} masked</source>
   <translation>{token}: enmascarado</translation>
  </message>
 </context>
 <context>
  <name>data/map_text</name>
  <message>
   <source>The {attention} weights were not recorded in this run.</source>
   <translation>Los pesos no se grabaron en esta ejecución: {attention}.</translation>
  </message>
  <message>
   <source>The {numbers} were not recorded, nor the queries and keys to compute them from.
The weights are there; select them on the left.</source>
   <translation>No se grabaron: {numbers}; tampoco las consultas y claves de las que se deducirían.
Los pesos sí están; elígelos a la izquierda.</translation>
  </message>
  <message>
   <source>mask: {why}</source>
   <translation>máscara: {why}</translation>
  </message>
  <message>
   <source>pad</source>
   <translation>relleno</translation>
  </message>
  <message>
   <source>scaled</source>
   <translation>escalada</translation>
  </message>
  <message>
   <source>score</source>
   <translation>puntuación</translation>
  </message>
  <message>
   <source>sentence {number} of {count}</source>
   <translation>frase {number} de {count}</translation>
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
   <source>weight</source>
   <translation>peso</translation>
  </message>
  <message>
   <source>{number} not recorded</source>
   <translation>{number} sin grabar</translation>
  </message>
  <message>
   <source>{row} reads “{token}”</source>
   <translation>{row} lee “{token}”</translation>
  </message>
 </context>
 <context>
  <name>data/maps/derived_map</name>
  <message>
   <source>Bytes of one character merged: weights summed over keys, averaged over queries</source>
   <translation>Los bytes de un carácter van unidos: pesos sumados en las claves, promediados en las consultas</translation>
  </message>
  <message>
   <source>Only weights can be merged, not scores: pieces are shown</source>
   <translation>Las puntuaciones no se pueden unir, solo los pesos: se muestran piezas</translation>
  </message>
  <message>
   <source>Only weights can be merged, not vector lengths: pieces are shown</source>
   <translation>Solo se pueden unir pesos, no longitudes de vectores: se muestran piezas</translation>
  </message>
  <message>
   <source>Pieces of one word merged: weights summed over keys, averaged over queries</source>
   <translation>Las piezas de una palabra van unidas: pesos sumados en las claves, promediados en las consultas</translation>
  </message>
  <message>
   <source>Rollout has no individual heads: it averages all of them</source>
   <translation>El rollout no tiene cabezas individuales: hace la media de todas</translation>
  </message>
  <message>
   <source>Special tokens left out, rows not renormalised</source>
   <translation>Sin tokens especiales, filas sin renormalizar</translation>
  </message>
  <message>
   <source>Special tokens left out, rows renormalised: on average {percent:.0f} % of the weight is shown</source>
   <translation>Sin tokens especiales, filas renormalizadas: se muestra de media el {percent:.0f} % del peso</translation>
  </message>
 </context>
 <context>
  <name>data/maps/derived_text</name>
  <message>
   <source>Head {head}</source>
   <translation>Cabeza {head}</translation>
  </message>
  <message>
   <source>In a text this long the heads of one layer are mixed: each map is computed when it is opened.</source>
   <translation>En un texto tan largo se mezclan las cabezas de una capa: cada mapa se calcula cuando se abre.</translation>
  </message>
  <message>
   <source>Rollout is not computed for a text this long: it needs every map of every layer at once.</source>
   <translation>Para un texto tan largo no se calcula el rollout: necesita a la vez todos los mapas de todas las capas.</translation>
  </message>
  <message>
   <source>Rollout needs every layer of every attention along the way; this recording does not have them all.</source>
   <translation>El rollout necesita todas las capas de todas las atenciones del camino; no todas están en esta grabación.</translation>
  </message>
  <message>
   <source>The value vectors were not recorded in this run, so ‖weight × v‖ cannot be shown. The weights can.</source>
   <translation>Los vectores de valor no se grabaron en esta ejecución: ‖peso × v‖ no se puede mostrar. Los pesos sí están.</translation>
  </message>
  <message>
   <source>This recording has no {attention}.</source>
   <translation>En esta grabación no hay {attention}.</translation>
  </message>
  <message>
   <source>all layers</source>
   <translation>todas las capas</translation>
  </message>
  <message>
   <source>attention rollout (Abnar &amp; Zuidema 2020), ½ mean weights of all heads + ½ residual, layer by layer</source>
   <translation>rollout de la atención (Abnar y Zuidema 2020), ½ media de los pesos de todas las cabezas + ½ residual, capa sobre capa</translation>
  </message>
  <message>
   <source>head {head}</source>
   <translation>cabeza {head}</translation>
  </message>
  <message>
   <source>heads {heads} and {last}</source>
   <translation>cabezas {heads} y {last}</translation>
  </message>
  <message>
   <source>largest {number}</source>
   <translation>máximo: {number}</translation>
  </message>
  <message>
   <source>layer {layer}</source>
   <translation>capa {layer}</translation>
  </message>
  <message>
   <source>maximum of {heads}</source>
   <translation>máximo de {heads}</translation>
  </message>
  <message>
   <source>mean of {heads}</source>
   <translation>media de {heads}</translation>
  </message>
  <message>
   <source>mean {number}</source>
   <translation>media: {number}</translation>
  </message>
  <message>
   <source>rollout up to layer {layer}</source>
   <translation>rollout hasta la capa {layer}</translation>
  </message>
  <message>
   <source>sum of {heads}</source>
   <translation>suma de {heads}</translation>
  </message>
  <message>
   <source>summed {number}</source>
   <translation>suma: {number}</translation>
  </message>
  <message>
   <source>the largest weight of any head; rows have no fixed sum.</source>
   <translation>el mayor peso de cualquier cabeza; las filas no tienen una suma fija.</translation>
  </message>
  <message>
   <source>the mean weight of the heads; each row sums to 1.</source>
   <translation>el peso medio de las cabezas; cada fila suma 1.</translation>
  </message>
  <message>
   <source>the sum of the heads’ weights; each row sums to the number of heads.</source>
   <translation>la suma de los pesos de las cabezas; cada fila suma el número de cabezas.</translation>
  </message>
  <message>
   <source>the sum of the heads’ weights; in each head {sums}.</source>
   <translation>la suma de los pesos de las cabezas; en cada cabeza {sums}.</translation>
  </message>
  <message>
   <source>the weight; each row sums to 1 in each head.</source>
   <translation>el peso; cada fila suma 1 en cada cabeza.</translation>
  </message>
  <message>
   <source>the weight; {sums}.</source>
   <translation>el peso; {sums}.</translation>
  </message>
  <message>
   <source>{number} heads</source>
   <translation>{number} cabezas</translation>
  </message>
  <message>
   <source>{number} of {all} heads</source>
   <translation>{number} de {all} cabezas</translation>
  </message>
  <message>
   <source>{rule} through encoder and decoder; the rest of a row, up to 1, comes from the target so far.</source>
   <translation>{rule} a través de codificador y decodificador; lo que le falta a una fila para 1 viene del destino hasta ahora.</translation>
  </message>
  <message>
   <source>{rule}; each row sums to 1.</source>
   <translation>{rule}; cada fila suma 1.</translation>
  </message>
  <message>
   <source>‖weight × v‖, the length of the vector passed on, before W_O (Kobayashi et al. 2020).</source>
   <translation>‖peso × v‖, la longitud del vector que se entrega, antes de W_O (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>“{row}” reads “{token}”</source>
   <translation>“{row}” lee “{token}”</translation>
  </message>
 </context>
 <context>
  <name>data/maps/head_filter</name>
  <message>
   <source>head</source>
   <translation>cabeza</translation>
  </message>
  <message>
   <source>heads</source>
   <translation>cabezas</translation>
  </message>
 </context>
 <context>
  <name>data/maps/head_order</name>
  <message>
   <source>By layer and head.</source>
   <translation>Por capa y cabeza.</translation>
  </message>
  <message>
   <source>Heads that read alike side by side, the strongest first.</source>
   <translation>Las cabezas que leen de forma parecida, juntas; primero las más marcadas.</translation>
  </message>
  <message>
   <source>Largest first</source>
   <translation>De mayor a menor</translation>
  </message>
  <message>
   <source>Largest first: how much the current token changes when only that head is switched off.</source>
   <translation>De mayor a menor: cuánto cambia el token actual cuando se apaga solo esa cabeza.</translation>
  </message>
  <message>
   <source>Largest first: how much the whole text changes when only that head is switched off.</source>
   <translation>De mayor a menor: cuánto cambia todo el texto cuando se apaga solo esa cabeza.</translation>
  </message>
  <message>
   <source>Smallest first</source>
   <translation>De menor a mayor</translation>
  </message>
  <message>
   <source>effect on the text</source>
   <translation>efecto en el texto</translation>
  </message>
  <message>
   <source>effect on the token</source>
   <translation>efecto en el token</translation>
  </message>
  <message>
   <source>pattern</source>
   <translation>patrón</translation>
  </message>
  <message>
   <source>place</source>
   <translation>lugar</translation>
  </message>
 </context>
 <context>
  <name>data/maps/map_options</name>
  <message>
   <source>Attention is not explanation (Jain &amp; Wallace 2019; Wiegreffe &amp; Pinter 2019): a weight shows what is read, not what difference it makes.</source>
   <translation>La atención no es una explicación (Jain y Wallace 2019; Wiegreffe y Pinter 2019): un peso dice qué se lee, no qué cambia.</translation>
  </message>
  <message>
   <source>Switch the head off (M) to see what changes.</source>
   <translation>Apaga la cabeza (M) y mira qué cambia.</translation>
  </message>
  <message>
   <source>maximum</source>
   <translation>máximo</translation>
  </message>
  <message>
   <source>maximum of heads</source>
   <translation>máximo de cabezas</translation>
  </message>
  <message>
   <source>maximum over all layers</source>
   <translation>máximo de todas las capas</translation>
  </message>
  <message>
   <source>mean</source>
   <translation>media</translation>
  </message>
  <message>
   <source>mean of heads</source>
   <translation>media de cabezas</translation>
  </message>
  <message>
   <source>mean over all layers</source>
   <translation>media de todas las capas</translation>
  </message>
  <message>
   <source>one head</source>
   <translation>una cabeza</translation>
  </message>
  <message>
   <source>pieces</source>
   <translation>piezas</translation>
  </message>
  <message>
   <source>pieces, bytes merged</source>
   <translation>piezas, bytes unidos</translation>
  </message>
  <message>
   <source>sum</source>
   <translation>suma</translation>
  </message>
  <message>
   <source>sum of heads</source>
   <translation>suma de cabezas</translation>
  </message>
  <message>
   <source>sum over all layers</source>
   <translation>suma de todas las capas</translation>
  </message>
  <message>
   <source>words</source>
   <translation>palabras</translation>
  </message>
 </context>
 <context>
  <name>data/number_format</name>
  <message>
   <source>below 0.001</source>
   <translation>menos de 0.001</translation>
  </message>
  <message>
   <source>exactly 0</source>
   <translation>exactamente 0</translation>
  </message>
 </context>
 <context>
  <name>data/number_sources</name>
  <message>
   <source>C ← ½ Ã · C + ½ B · R_enc in each layer; Ã = ½ A + ½ identity, A and B the means of the heads’ weights</source>
   <translation>C ← ½ Ã · C + ½ B · R_enc en cada capa; Ã = ½ A + ½ identidad, A y B las medias de los pesos de las cabezas</translation>
  </message>
  <message>
   <source>R = Ãₗ · … · Ã₁ with Ã = ½ mean of the heads’ weights + ½ identity</source>
   <translation>R = Ãₗ · … · Ã₁ con Ã = ½ media de los pesos de las cabezas + ½ identidad</translation>
  </message>
  <message>
   <source>attention rollout up to layer {layer}</source>
   <translation>rollout de la atención hasta la capa {layer}</translation>
  </message>
  <message>
   <source>attention weight</source>
   <translation>peso de atención</translation>
  </message>
  <message>
   <source>bytes of a character merged</source>
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
   <source>maximum over the heads</source>
   <translation>máximo de las cabezas</translation>
  </message>
  <message>
   <source>mean over the heads</source>
   <translation>media de las cabezas</translation>
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
   <source>special tokens left out, rows renormalised</source>
   <translation>sin tokens especiales, filas renormalizadas</translation>
  </message>
  <message>
   <source>sum over the heads</source>
   <translation>suma de las cabezas</translation>
  </message>
  <message>
   <source>summed over the keys of a word, averaged over its queries</source>
   <translation>sumado en las claves de una palabra, promediado en sus consultas</translation>
  </message>
  <message>
   <source>where the residual connection is cut ({layers}), without the half that came over it</source>
   <translation>donde la conexión residual está cortada ({layers}), sin la mitad que llegaba por ella</translation>
  </message>
  <message>
   <source>{heads} of all layers</source>
   <translation>{heads} de todas las capas</translation>
  </message>
 </context>
 <context>
  <name>data/tables</name>
  <message>
   <source>Not the plain run: {differences}</source>
   <translation>No es la ejecución sin más: {differences}</translation>
  </message>
  <message>
   <source>There are no numbers yet: type a sentence first</source>
   <translation>Aún no hay números: escribe primero una frase</translation>
  </message>
  <message>
   <source>These numbers were not recorded for this run: {name}</source>
   <translation>Estos números no se grabaron en esta ejecución: {name}</translation>
  </message>
  <message>
   <source>step {number} of {all}</source>
   <translation>paso {number} de {all}</translation>
  </message>
 </context>
 <context>
  <name>data/vocabulary</name>
  <message>
   <source>1-to-1</source>
   <translation>1 a 1</translation>
  </message>
  <message>
   <source>Attention</source>
   <translation>Atención</translation>
  </message>
  <message>
   <source>Attention rollout over all layers up to this one: ½ mean weights of all heads + ½ residual (Abnar &amp; Zuidema 2020).</source>
   <translation>Rollout de la atención por todas las capas hasta esta: ½ pesos, media de todas las cabezas, + ½ residual (Abnar y Zuidema 2020).</translation>
  </message>
  <message>
   <source>Calculate</source>
   <translation>Calcular</translation>
  </message>
  <message>
   <source>Cross</source>
   <translation>Cruzada</translation>
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
   <source>Lines</source>
   <translation>Líneas</translation>
  </message>
  <message>
   <source>Masks</source>
   <translation>Máscaras</translation>
  </message>
  <message>
   <source>No positions are added</source>
   <translation>No se suman posiciones</translation>
  </message>
  <message>
   <source>Not in this recording.</source>
   <translation>No está en esta grabación.</translation>
  </message>
  <message>
   <source>Not in this recording: {what}.</source>
   <translation>No está en esta grabación: {what}.</translation>
  </message>
  <message>
   <source>Random vectors, as before training, replace the model's own</source>
   <translation>Unos vectores al azar, como antes de entrenar, sustituyen los vectores del modelo</translation>
  </message>
  <message>
   <source>Scaled scores after the mask, the input of the softmax.</source>
   <translation>Puntuaciones escaladas tras la máscara, la entrada del softmax.</translation>
  </message>
  <message>
   <source>Sinusoids with all sines before all cosines replace the model's own vectors</source>
   <translation>Unas sinusoides con todos los senos antes que los cosenos sustituyen los vectores del modelo</translation>
  </message>
  <message>
   <source>Sinusoids with interleaved sines and cosines replace the model's own vectors</source>
   <translation>Unas sinusoides con senos y cosenos alternos sustituyen los vectores del modelo</translation>
  </message>
  <message>
   <source>The length of the weighted value vector: what is actually passed on (Kobayashi et al. 2020).</source>
   <translation>La longitud del vector peso × valor: lo que de verdad se entrega (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>The softmax of the masked scores: each row sums to 1.</source>
   <translation>El softmax de las puntuaciones con máscara: cada fila suma 1.</translation>
  </message>
  <message>
   <source>The source reads itself.</source>
   <translation>Cómo el origen se lee a sí mismo.</translation>
  </message>
  <message>
   <source>The target reads the source.</source>
   <translation>Cómo el destino lee el origen.</translation>
  </message>
  <message>
   <source>The target reads what is written so far.</source>
   <translation>Cómo el destino lee lo que ya está escrito.</translation>
  </message>
  <message>
   <source>allowed</source>
   <translation>permitida</translation>
  </message>
  <message>
   <source>allowed by hand</source>
   <translation>permitida a mano</translation>
  </message>
  <message>
   <source>allowed, its rule is off</source>
   <translation>permitida, su regla está desactivada</translation>
  </message>
  <message>
   <source>anti-d.</source>
   <translation>antid.</translation>
  </message>
  <message>
   <source>anti-diagonal</source>
   <translation>antidiagonal</translation>
  </message>
  <message>
   <source>broad</source>
   <translation>amplia</translation>
  </message>
  <message>
   <source>comes later</source>
   <translation>viene después</translation>
  </message>
  <message>
   <source>copies</source>
   <comment>head</comment>
   <translation>copia</translation>
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
   <source>diagonal</source>
   <translation>diagonal</translation>
  </message>
  <message>
   <source>dupl.</source>
   <translation>dupl.</translation>
  </message>
  <message>
   <source>duplicate</source>
   <translation>duplicado</translation>
  </message>
  <message>
   <source>encoder</source>
   <translation>codificador</translation>
  </message>
  <message>
   <source>end</source>
   <comment>head</comment>
   <translation>final</translation>
  </message>
  <message>
   <source>first</source>
   <comment>head</comment>
   <translation>primero</translation>
  </message>
  <message>
   <source>forbidden</source>
   <translation>prohibida</translation>
  </message>
  <message>
   <source>forbidden by hand</source>
   <translation>prohibida a mano</translation>
  </message>
  <message>
   <source>future</source>
   <translation>futuro</translation>
  </message>
  <message>
   <source>future: comes later</source>
   <translation>futuro: viene después</translation>
  </message>
  <message>
   <source>halves</source>
   <translation>en mitades</translation>
  </message>
  <message>
   <source>hidden</source>
   <translation>oculta</translation>
  </message>
  <message>
   <source>hidden by hand</source>
   <translation>oculta a mano</translation>
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
   <source>induct.</source>
   <translation>induc.</translation>
  </message>
  <message>
   <source>induction</source>
   <translation>inducción</translation>
  </message>
  <message>
   <source>interleaved</source>
   <translation>intercaladas</translation>
  </message>
  <message>
   <source>just read</source>
   <translation>recién leído</translation>
  </message>
  <message>
   <source>kept</source>
   <translation>conservadas</translation>
  </message>
  <message>
   <source>masked by hand</source>
   <translation>enmascarado a mano</translation>
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
   <source>mixed</source>
   <translation>mixta</translation>
  </message>
  <message>
   <source>model's own</source>
   <translation>las del modelo</translation>
  </message>
  <message>
   <source>next</source>
   <comment>head</comment>
   <translation>siguiente</translation>
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
   <source>padding</source>
   <translation>relleno</translation>
  </message>
  <message>
   <source>padding: no token there</source>
   <translation>relleno: ahí no hay token</translation>
  </message>
  <message>
   <source>prev.</source>
   <translation>ant.</translation>
  </message>
  <message>
   <source>previous</source>
   <translation>anterior</translation>
  </message>
  <message>
   <source>punct.</source>
   <translation>punt.</translation>
  </message>
  <message>
   <source>punctuation</source>
   <translation>puntuación del texto</translation>
  </message>
  <message>
   <source>q·k divided by the model's scaling factor, before the mask.</source>
   <translation>q·k, dividido entre el factor de escala de este modelo, antes de la máscara.</translation>
  </message>
  <message>
   <source>q·k, the raw dot product.</source>
   <translation>q·k, el producto escalar sin más.</translation>
  </message>
  <message>
   <source>random</source>
   <translation>al azar</translation>
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
   <source>read</source>
   <comment>head</comment>
   <translation>leído</translation>
  </message>
  <message>
   <source>reversed</source>
   <translation>invertidas</translation>
  </message>
  <message>
   <source>rollout</source>
   <translation>rollout</translation>
  </message>
  <message>
   <source>rule off</source>
   <translation>sin regla</translation>
  </message>
  <message>
   <source>same</source>
   <comment>head</comment>
   <translation>mismo</translation>
  </message>
  <message>
   <source>scaled scores</source>
   <translation>puntuaciones escaladas</translation>
  </message>
  <message>
   <source>shuffled</source>
   <translation>barajadas</translation>
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
   <source>the model itself: how its parts are connected, their sizes and parameters</source>
   <translation>el modelo mismo: cómo se unen sus partes, sus tamaños y parámetros</translation>
  </message>
  <message>
   <source>visible</source>
   <translation>visible</translation>
  </message>
  <message>
   <source>weights</source>
   <translation>pesos</translation>
  </message>
  <message>
   <source>{encoder}+{decoder} layers</source>
   <translation>{encoder}+{decoder} capas</translation>
  </message>
  <message>
   <source>{views} and Survey show what it has. Choose a model (top bar) to see one run.</source>
   <translation>{views} y Estudio muestran lo que tiene. Elige un modelo (barra superior) para ver uno trabajando.</translation>
  </message>
  <message>
   <source>‖weight × v‖</source>
   <translation>‖peso × v‖</translation>
  </message>
 </context>
 <context>
  <name>data/words/models</name>
  <message>
   <source>Copy digits</source>
   <translation>Copiar cifras</translation>
  </message>
  <message>
   <source>English</source>
   <translation>inglés</translation>
  </message>
  <message>
   <source>English to Spanish with 158 words: order, agreement, negation and pronouns, tested on new combinations.</source>
   <translation>De inglés a español con 158 palabras: orden, concordancia, negación y pronombres, probado con combinaciones nuevas.</translation>
  </message>
  <message>
   <source>English → Spanish</source>
   <translation>Inglés → español</translation>
  </message>
  <message>
   <source>English → Spanish, small</source>
   <translation>Inglés → español, pequeño</translation>
  </message>
  <message>
   <source>Greek, Cyrillic and Hebrew letters become Latin ones by ISO 843, 9 and 259: attention follows the reading.</source>
   <translation>Las letras griegas, cirílicas y hebreas pasan a latinas según ISO 843, 9 y 259: la atención sigue la lectura.</translation>
  </message>
  <message>
   <source>Greek, Cyrillic or Hebrew</source>
   <translation>griego, cirílico o hebreo</translation>
  </message>
  <message>
   <source>Latin letters</source>
   <translation>letras latinas</translation>
  </message>
  <message>
   <source>Put 3 to 8 digits in ascending order: attention looks for what a digit is, not where it stands.</source>
   <translation>Pone de 3 a 8 cifras en orden ascendente: la atención busca qué cifra es, no dónde está.</translation>
  </message>
  <message>
   <source>Repeat 3 to 8 digits: attention learns the diagonal.</source>
   <translation>Repite de 3 a 8 cifras: la atención aprende la diagonal.</translation>
  </message>
  <message>
   <source>Reverse digits</source>
   <translation>Invertir cifras</translation>
  </message>
  <message>
   <source>Say 3 to 8 digits backwards: attention learns the anti-diagonal.</source>
   <translation>Dice de 3 a 8 cifras al revés: la atención aprende la antidiagonal.</translation>
  </message>
  <message>
   <source>Small model for everyday sentences of up to about 20 words. Trained on English–Spanish sentence pairs from Tatoeba (tatoeba.org, CC BY 2.0 FR) as selected by ManyThings.org/anki.</source>
   <translation>Modelo pequeño para frases cotidianas de hasta unas 20 palabras. Entrenado con pares de frases inglés–español de Tatoeba (tatoeba.org, CC BY 2.0 FR) según la selección de ManyThings.org/anki.</translation>
  </message>
  <message>
   <source>Sort digits</source>
   <translation>Ordenar cifras</translation>
  </message>
  <message>
   <source>Spanish</source>
   <translation>español</translation>
  </message>
  <message>
   <source>Spanish → English</source>
   <translation>Español → inglés</translation>
  </message>
  <message>
   <source>Spell in Latin letters</source>
   <translation>Escribir en letras latinas</translation>
  </message>
  <message>
   <source>Tiny example</source>
   <translation>Ejemplo mínimo</translation>
  </message>
  <message>
   <source>Translate a tiny language</source>
   <translation>Traducir un idioma diminuto</translation>
  </message>
  <message>
   <source>Writes the colour among the words red, blue, ball. Width 2, one head, weights chosen by hand.</source>
   <translation>Escribe el color que hay entre las palabras red, blue, ball. Anchura 2, una cabeza, pesos elegidos a mano.</translation>
  </message>
 </context>
 <context>
  <name>data/words/parts</name>
  <message>
   <source>Click to go to step {step}.</source>
   <translation>Un clic va al paso {step}.</translation>
  </message>
  <message>
   <source>Right-click: where its number comes from.</source>
   <translation>Clic derecho: de dónde sale su número.</translation>
  </message>
  <message>
   <source>The decoder has not written anything yet.</source>
   <translation>El decodificador todavía no ha escrito nada.</translation>
  </message>
  <message>
   <source>biases and shifts</source>
   <translation>sesgos y desplazamientos</translation>
  </message>
  <message>
   <source>biases, shifts and rows of another text</source>
   <translation>sesgos, desplazamientos y filas de otro texto</translation>
  </message>
  <message>
   <source>cross</source>
   <translation>cruzada</translation>
  </message>
  <message>
   <source>decoder layer {layer}</source>
   <translation>capa {layer} del decodificador</translation>
  </message>
  <message>
   <source>encoder layer {layer}</source>
   <translation>capa {layer} del codificador</translation>
  </message>
  <message>
   <source>feed-forward</source>
   <translation>red densa</translation>
  </message>
  <message>
   <source>layer {layer} · head {head}</source>
   <translation>capa {layer} · cabeza {head}</translation>
  </message>
  <message>
   <source>layer {layer}, head {head}</source>
   <translation>capa {layer}, cabeza {head}</translation>
  </message>
  <message>
   <source>learned</source>
   <translation>aprendidas</translation>
  </message>
  <message>
   <source>none</source>
   <comment>no positions</comment>
   <translation>ninguna</translation>
  </message>
  <message>
   <source>relative</source>
   <translation>relativas</translation>
  </message>
  <message>
   <source>self-attention</source>
   <translation>autoatención</translation>
  </message>
  <message>
   <source>sinusoidal</source>
   <translation>sinusoidales</translation>
  </message>
  <message>
   <source>token + position</source>
   <translation>token + posición</translation>
  </message>
  <message>
   <source>{name}, switched off</source>
   <translation>{name}, apagada</translation>
  </message>
  <message>
   <source>{stack} {layer} feed-forward</source>
   <translation>{stack} {layer} red densa</translation>
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
   <source>headscope on {machine} keeps one in the same folder</source>
   <translation>headscope conserva una en la misma carpeta desde {machine}</translation>
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
   <source>{folder} cannot be created ({error})</source>
   <translation>{folder} no se puede crear ({error})</translation>
  </message>
  <message>
   <source>{folder} cannot be written</source>
   <translation>no se puede escribir en {folder}</translation>
  </message>
 </context>
 <context>
  <name>document/changes</name>
  <message>
   <source>Hidden until you answer.</source>
   <translation>Oculto hasta que respondas.</translation>
  </message>
  <message>
   <source>choose at step {step}</source>
   <translation>elegir en el paso {step}</translation>
  </message>
  <message>
   <source>choose “{token}” at step {step}</source>
   <translation>elegir “{token}” en el paso {step}</translation>
  </message>
 </context>
 <context>
  <name>document/history</name>
  <message>
   <source>I write</source>
   <translation>Escribo yo</translation>
  </message>
  <message>
   <source>activation patched</source>
   <translation>activación parcheada</translation>
  </message>
  <message>
   <source>activations patched</source>
   <translation>activaciones parcheadas</translation>
  </message>
  <message>
   <source>beam search, {number} beams</source>
   <translation>búsqueda en haz, {number} haces</translation>
  </message>
  <message>
   <source>choose a token</source>
   <translation>elegir un token</translation>
  </message>
  <message>
   <source>dark</source>
   <translation>oscuro</translation>
  </message>
  <message>
   <source>decoder attention</source>
   <translation>atención del decodificador</translation>
  </message>
  <message>
   <source>decoding</source>
   <translation>decodificación</translation>
  </message>
  <message>
   <source>depth: first look</source>
   <translation>profundidad: primera mirada</translation>
  </message>
  <message>
   <source>depth: full</source>
   <translation>profundidad: completa</translation>
  </message>
  <message>
   <source>depth: research</source>
   <translation>profundidad: investigación</translation>
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
   <source>feed-forward off</source>
   <translation>red densa apagada</translation>
  </message>
  <message>
   <source>filter heads</source>
   <translation>filtrar cabezas</translation>
  </message>
  <message>
   <source>force a prefix</source>
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
   <source>head off</source>
   <translation>cabeza apagada</translation>
  </message>
  <message>
   <source>head replaced</source>
   <translation>cabeza sustituida</translation>
  </message>
  <message>
   <source>hide the inspector</source>
   <translation>ocultar el inspector</translation>
  </message>
  <message>
   <source>high contrast</source>
   <translation>alto contraste</translation>
  </message>
  <message>
   <source>how typed text is read</source>
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
   <source>light</source>
   <translation>claro</translation>
  </message>
  <message>
   <source>list all heads</source>
   <translation>mostrar todas las cabezas</translation>
  </message>
  <message>
   <source>longest target</source>
   <translation>destino más largo</translation>
  </message>
  <message>
   <source>mask cell</source>
   <translation>celda de máscara</translation>
  </message>
  <message>
   <source>mask cells</source>
   <translation>celdas de máscara</translation>
  </message>
  <message>
   <source>model {name}</source>
   <translation>modelo {name}</translation>
  </message>
  <message>
   <source>no edits</source>
   <translation>sin cambios</translation>
  </message>
  <message>
   <source>no forced prefix</source>
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
   <source>pin a head</source>
   <translation>fijar una cabeza</translation>
  </message>
  <message>
   <source>pin a run</source>
   <translation>fijar una ejecución</translation>
  </message>
  <message>
   <source>pin a step</source>
   <translation>fijar un paso</translation>
  </message>
  <message>
   <source>read by column</source>
   <translation>leer por columnas</translation>
  </message>
  <message>
   <source>read by row</source>
   <translation>leer por filas</translation>
  </message>
  <message>
   <source>residual cut</source>
   <translation>conexión residual cortada</translation>
  </message>
  <message>
   <source>run</source>
   <translation>ejecución</translation>
  </message>
  <message>
   <source>sampling, temperature {number:g}</source>
   <translation>muestreo, temperatura {number:g}</translation>
  </message>
  <message>
   <source>sentence {number}</source>
   <translation>frase {number}</translation>
  </message>
  <message>
   <source>show the inspector</source>
   <translation>mostrar el inspector</translation>
  </message>
  <message>
   <source>show {what}</source>
   <translation>mostrar {what}</translation>
  </message>
  <message>
   <source>speed {number:g} steps/s</source>
   <translation>velocidad {number:g} pasos/s</translation>
  </message>
  <message>
   <source>step {step}</source>
   <translation>paso {step}</translation>
  </message>
  <message>
   <source>system</source>
   <translation>del sistema</translation>
  </message>
  <message>
   <source>text size {percent:.0f} %</source>
   <translation>tamaño de texto {percent:.0f} %</translation>
  </message>
  <message>
   <source>the model writes</source>
   <translation>escribe el modelo</translation>
  </message>
  <message>
   <source>theme {name}</source>
   <translation>tema {name}</translation>
  </message>
  <message>
   <source>token ids, or text</source>
   <translation>identificadores de tokens o texto</translation>
  </message>
  <message>
   <source>token masked</source>
   <translation>token enmascarado</translation>
  </message>
  <message>
   <source>token swapped</source>
   <translation>token cambiado por otro</translation>
  </message>
  <message>
   <source>tokens swapped</source>
   <translation>tokens cambiados por otros</translation>
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
   <source>unpin</source>
   <translation>soltar la celda</translation>
  </message>
  <message>
   <source>unpin the run</source>
   <translation>soltar la ejecución</translation>
  </message>
  <message>
   <source>update {number:,} of the training</source>
   <translation>actualización {number:,} del entrenamiento</translation>
  </message>
  <message>
   <source>weight set</source>
   <translation>peso puesto</translation>
  </message>
  <message>
   <source>weights set</source>
   <translation>pesos puestos</translation>
  </message>
  <message>
   <source>window</source>
   <translation>ventana</translation>
  </message>
  <message>
   <source>{change}: {text}</source>
   <translation>{change}: {text}</translation>
  </message>
  <message>
   <source>{edits} removed</source>
   <translation>retirado: {edits}</translation>
  </message>
  <message>
   <source>{kind} {layer}.{head} off</source>
   <translation>{kind} {layer}.{head}: apagada</translation>
  </message>
  <message>
   <source>{view}: {change}</source>
   <translation>{view}: {change}</translation>
  </message>
 </context>
 <context>
  <name>document/id_text</name>
  <message>
   <source>0 to {last:,}, not {padding}, which is padding</source>
   <translation>de 0 a {last:,}, menos {padding}, que es relleno</translation>
  </message>
  <message>
   <source>1 to {last:,}</source>
   <translation>de 1 a {last:,}</translation>
  </message>
  <message>
   <source>{id} is padding: Model ▸ Token ids, exactly as typed keeps it in the text.</source>
   <translation>{id} es relleno: Modelo ▸ Identificadores de tokens, tal como se escriben lo conserva en el texto.</translation>
  </message>
  <message>
   <source>{words}: not an id of this model ({range}), read as {id}, unknown.</source>
   <translation>{words}: no es un identificador de este modelo ({range}); se lee como {id}, desconocido.</translation>
  </message>
  <message>
   <source>{words}: not ids of this model ({range}), read as {id}, unknown.</source>
   <translation>{words}: no son identificadores de este modelo ({range}); se leen como {id}, desconocido.</translation>
  </message>
 </context>
 <context>
  <name>document/lesson</name>
  <message>
   <source>Scene {number} asks for the result of einsum, and names no line</source>
   <translation>La escena {number} pregunta el resultado de einsum y no nombra ninguna línea</translation>
  </message>
  <message>
   <source>Scene {number} asks how many tokens a text has, and has no “then”</source>
   <translation>La escena {number} pregunta cuántos tokens tiene un texto y no tiene “then”</translation>
  </message>
  <message>
   <source>Scene {number} asks what changes, and has no “then”</source>
   <translation>La escena {number} pregunta qué cambia y no tiene “then”</translation>
  </message>
  <message>
   <source>Scene {number} asks which one it is, but has fewer than two options</source>
   <translation>La escena {number} pregunta cuál es y tiene menos de dos opciones</translation>
  </message>
  <message>
   <source>Scene {number} hides {unknown!r}; the known values are {hides}</source>
   <translation>La escena {number} oculta {unknown!r}; los valores conocidos son {hides}</translation>
  </message>
  <message>
   <source>Scene {number}: {message}</source>
   <translation>Escena {number}: {message}</translation>
  </message>
  <message>
   <source>This lesson was not saved: it would be too large to open again</source>
   <translation>Esta lección no se guardó: no se podría volver a abrir, sería demasiado grande</translation>
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
   <source>{name} is not a headscope lesson</source>
   <translation>{name} no es una lección de headscope</translation>
  </message>
 </context>
 <context>
  <name>document/link</name>
  <message>
   <source>A link has at most {number:,} characters</source>
   <translation>Un enlace tiene como máximo {number:,} caracteres</translation>
  </message>
  <message>
   <source>This is not a headscope link: those begin with {start}</source>
   <translation>Esto no es un enlace de headscope: los de headscope empiezan por {start}</translation>
  </message>
  <message>
   <source>This link is damaged: copy all of it</source>
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
  <name>document/runs/pinned_run</name>
  <message>
   <source>The pinned run cannot be computed: {reason}</source>
   <translation>La ejecución fijada no se puede calcular: {reason}</translation>
  </message>
 </context>
 <context>
  <name>document/session</name>
  <message>
   <source>A newer headscope wrote the last session (version {version})</source>
   <translation>Un headscope más nuevo escribió la última sesión (versión {version})</translation>
  </message>
  <message>
   <source>In {name} the part 'model' is damaged</source>
   <translation>En {name} la parte 'model' está dañada</translation>
  </message>
  <message>
   <source>The last session cannot be read ({error})</source>
   <translation>No se puede leer la última sesión ({error})</translation>
  </message>
  <message>
   <source>The last session cannot be read: {message}</source>
   <translation>No se puede leer la última sesión: {message}</translation>
  </message>
  <message>
   <source>The model “{name}” is not the one this session was saved with ({hash} instead of {saved}): its numbers may differ.</source>
   <translation>El modelo “{name}” no es el de esta sesión guardada ({hash} en vez de {saved}): sus números pueden diferir.</translation>
  </message>
  <message>
   <source>This session was not saved, because it could not be opened again: {reason}</source>
   <translation>Esta sesión no se guardó, porque no se podría volver a abrir: {reason}</translation>
  </message>
  <message>
   <source>headscope failed {number} times in a row before its first picture</source>
   <translation>headscope falló {number} veces seguidas antes de la primera imagen</translation>
  </message>
  <message>
   <source>it would be too large</source>
   <translation>sería demasiado grande</translation>
  </message>
  <message>
   <source>{folder} cannot be created: {error}. The session is not kept</source>
   <translation>{folder} no se puede crear: {error}. La sesión no se conserva</translation>
  </message>
  <message>
   <source>{name} is not a headscope session</source>
   <translation>{name} no es una sesión de headscope</translation>
  </message>
  <message>
   <source>{reason}. It is kept as {name}; headscope starts with a new one.</source>
   <translation>{reason}. Se conserva como {name}; headscope empieza de nuevo.</translation>
  </message>
  <message>
   <source>{reason}. It stays where it is: {path} ({error}).</source>
   <translation>{reason}. Se queda donde está: {path} ({error}).</translation>
  </message>
 </context>
 <context>
  <name>document/state</name>
  <message>
   <source>In the session desk.writer is {writer!r}, which contradicts the run's target</source>
   <translation>En la sesión desk.writer es {writer!r}, lo que contradice el destino de la ejecución</translation>
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
  <message>
   <source>play</source>
   <translation>reproducir</translation>
  </message>
 </context>
 <context>
  <name>document/survey_results</name>
  <message>
   <source>The survey in {name} is not shown: {message}.</source>
   <translation>El estudio de {name} no se muestra: {message}.</translation>
  </message>
  <message>
   <source>it was stopped early; run the command that made it again to continue, and this page will show it then</source>
   <translation>se detuvo antes de terminar; ejecuta otra vez el comando que lo hacía para continuar, y esta página lo mostrará</translation>
  </message>
  <message>
   <source>{name} has {number:,} bytes; at most {most:,} can be read here</source>
   <translation>{name} tiene {number:,} bytes; aquí se leen como máximo {most:,}</translation>
  </message>
  <message>
   <source>{name} is missing or cannot be read</source>
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
   <source>its folder is gone; the last picture stays</source>
   <translation>su carpeta ya no está; la última imagen se queda</translation>
  </message>
  <message>
   <source>{title} (included)</source>
   <translation>{title} (incluido)</translation>
  </message>
 </context>
 <context>
  <name>document/trainings/training_choice</name>
  <message>
   <source>Choose a file of sentence pairs first: a TSV with source and target on each line.</source>
   <translation>Elige primero un archivo de pares de frases: un TSV con origen y destino en cada línea.</translation>
  </message>
  <message>
   <source>{file} is not there or cannot be read: choose another file of sentence pairs.</source>
   <translation>{file} no está o no se puede leer: elige otro archivo de pares de frases.</translation>
  </message>
  <message>
   <source>{width} units cannot be divided among {heads} heads.</source>
   <translation>{width} unidades no se pueden repartir entre {heads} cabezas.</translation>
  </message>
 </context>
 <context>
  <name>files/alignment_files</name>
  <message>
   <source>Line {number} links beyond the {source} and {target} words of sentence {sentence}</source>
   <translation>La línea {number} tiene un enlace más allá de las {source} y {target} palabras de la frase {sentence}</translation>
  </message>
  <message>
   <source>Links alone, Pharaoh format (*.txt)</source>
   <translation>Solo los enlaces, formato Pharaoh (*.txt)</translation>
  </message>
  <message>
   <source>Save the alignment</source>
   <translation>Guardar la alineación</translation>
  </message>
  <message>
   <source>The first {shown:,} of its {lines:,} lines are read.</source>
   <translation>De sus {lines:,} líneas se leen las primeras {shown:,}.</translation>
  </message>
  <message>
   <source>There is no translation to link words in yet</source>
   <translation>Todavía no hay una traducción cuyas palabras se puedan enlazar</translation>
  </message>
  <message>
   <source>Words and links (*.tsv)</source>
   <translation>Palabras y enlaces (*.tsv)</translation>
  </message>
  <message>
   <source>aligned sentence</source>
   <translation>frase alineada</translation>
  </message>
  <message>
   <source>aligned sentences</source>
   <translation>frases alineadas</translation>
  </message>
  <message>
   <source>alignment</source>
   <translation>alineación</translation>
  </message>
  <message>
   <source>{name} aligns the words of this text.</source>
   <translation>{name} alinea las palabras de este texto.</translation>
  </message>
  <message>
   <source>{name} was not opened</source>
   <translation>{name} no se abrió</translation>
  </message>
  <message>
   <source>{name}: {words}.</source>
   <translation>{name}: {words}.</translation>
  </message>
  <message>
   <source>{name}: {words}. The first is shown, with its target.</source>
   <translation>{name}: {words}. Se muestra la primera, con su destino.</translation>
  </message>
 </context>
 <context>
  <name>files/dialogs</name>
  <message>
   <source>Caption</source>
   <translation>Pie</translation>
  </message>
  <message>
   <source>Copies the command.</source>
   <translation>Copia el comando.</translation>
  </message>
  <message>
   <source>Copies the table for a spreadsheet.</source>
   <translation>Copia la tabla para una hoja de cálculo.</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Copiar</translation>
  </message>
  <message>
   <source>Copy it into a terminal to convert the file.</source>
   <translation>Cópialo en una terminal para convertir el archivo.</translation>
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
   <source>GIF, every step one after the other</source>
   <translation>GIF, todos los pasos uno tras otro</translation>
  </message>
  <message>
   <source>Move from cell to cell with the arrow keys.</source>
   <translation>Muévete de celda en celda con las flechas.</translation>
  </message>
  <message>
   <source>Only the map of {view}, without controls</source>
   <translation>Solo el mapa de {view}, sin controles</translation>
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
   <source>Table</source>
   <translation>Tabla</translation>
  </message>
  <message>
   <source>Terminal command</source>
   <translation>Comando de terminal</translation>
  </message>
  <message>
   <source>Text, model with its hash, layer, head and step are always kept in {place}.</source>
   <translation>Texto, modelo con su hash, capa, cabeza y paso se guardan siempre en {place}.</translation>
  </message>
  <message>
   <source>Text, model, layer, head and step in a caption</source>
   <translation>Texto, modelo, capa, cabeza y paso en un pie</translation>
  </message>
  <message>
   <source>The numbers of this view</source>
   <translation>Los números de esta vista</translation>
  </message>
  <message>
   <source>The view {view}</source>
   <translation>La vista {view}</translation>
  </message>
  <message>
   <source>The whole window</source>
   <translation>Toda la ventana</translation>
  </message>
  <message>
   <source>its comment</source>
   <translation>su comentario</translation>
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
   <source>A script that computes what this view shows is on the clipboard.</source>
   <translation>Un script que calcula lo que muestra esta vista está en el portapapeles.</translation>
  </message>
  <message>
   <source>As arrays, with their words (*.npz)</source>
   <translation>Como arrays, con sus palabras (*.npz)</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Cancelar</translation>
  </message>
  <message>
   <source>Every array of the run (*.npz)</source>
   <translation>Todos los arrays de la ejecución (*.npz)</translation>
  </message>
  <message>
   <source>Every step (*.gif)</source>
   <translation>Todos los pasos (*.gif)</translation>
  </message>
  <message>
   <source>No Python was copied</source>
   <translation>No se copió ningún Python</translation>
  </message>
  <message>
   <source>Page (*.pdf)</source>
   <translation>Página (*.pdf)</translation>
  </message>
  <message>
   <source>Page for a browser (*.html)</source>
   <translation>Página para un navegador (*.html)</translation>
  </message>
  <message>
   <source>Picture (*.png)</source>
   <translation>Imagen (*.png)</translation>
  </message>
  <message>
   <source>Save the interactive page</source>
   <translation>Guardar la página interactiva</translation>
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
   <source>Stops it at once; nothing is saved.</source>
   <translation>La detiene al momento; no se guarda nada.</translation>
  </message>
  <message>
   <source>The animation was not saved</source>
   <translation>La animación no se guardó</translation>
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
   <source>The table is on the clipboard: tab-separated, with decimal points.</source>
   <translation>La tabla está en el portapapeles: separada por tabuladores, con punto decimal.</translation>
  </message>
  <message>
   <source>The table was not copied</source>
   <translation>La tabla no se copió</translation>
  </message>
  <message>
   <source>There is no Python to run</source>
   <translation>No hay Python que ejecutar</translation>
  </message>
  <message>
   <source>There is no table</source>
   <translation>No hay tabla</translation>
  </message>
  <message>
   <source>There is no view to draw</source>
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
   <source>layer{layer}-head{head}</source>
   <translation>capa{layer}-cabeza{head}</translation>
  </message>
  <message>
   <source>the animation</source>
   <translation>la animación</translation>
  </message>
  <message>
   <source>the computation was stopped.</source>
   <translation>se detuvo el cálculo.</translation>
  </message>
  <message>
   <source>the text or the model has changed.</source>
   <translation>el texto o el modelo ya es otro.</translation>
  </message>
  <message>
   <source>{name} was not saved</source>
   <translation>{name} no se guardó</translation>
  </message>
  <message>
   <source>{name} was not saved: {reason}</source>
   <translation>{name} no se guardó: {reason}</translation>
  </message>
  <message>
   <source>{view} shows no array of the run at present</source>
   <translation>{view} no muestra ahora ningún array de la ejecución</translation>
  </message>
  <message>
   <source>{view} shows no numbers yet</source>
   <translation>{view} aún no muestra números</translation>
  </message>
 </context>
 <context>
  <name>files/file_dialogs</name>
  <message>
   <source>Only the first of the {number} dropped files is read: {name}.</source>
   <translation>De los {number} archivos soltados solo se lee el primero: {name}.</translation>
  </message>
  <message>
   <source>Something went wrong in the program ({error}).</source>
   <translation>Algo salió mal en el programa ({error}).</translation>
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
  <name>files/file_kinds</name>
  <message>
   <source>A model folder holds {files}, one from Hugging Face {config} and {weights}.</source>
   <translation>Una carpeta de modelo contiene {files}; una de Hugging Face, {config} y {weights}.</translation>
  </message>
  <message>
   <source>A text has one sentence on each line.</source>
   <translation>Un texto tiene una frase en cada línea.</translation>
  </message>
  <message>
   <source>Give it that name and open it again.</source>
   <translation>Ponle un nombre así y vuelve a abrirlo.</translation>
  </message>
  <message>
   <source>If it is text, save it as UTF-8 in the program that wrote it.</source>
   <translation>Si es un texto, guárdalo como UTF-8 en el programa que lo escribió.</translation>
  </message>
  <message>
   <source>JSON, but not a session</source>
   <translation>JSON, pero no una sesión</translation>
  </message>
  <message>
   <source>Only the sources of {name} are read; to train on its pairs, open Train.</source>
   <translation>De {name} solo se leen los orígenes; para entrenar con sus pares, abre Entrenar.</translation>
  </message>
  <message>
   <source>Open one of them.</source>
   <translation>Abre uno de ellos.</translation>
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
   <source>The first {number:,} of {all:,} characters of {name} are read.</source>
   <translation>Se leen los primeros {number:,} de {all:,} caracteres de {name}.</translation>
  </message>
  <message>
   <source>The first {number} of {all:,} lines of {name} are read.</source>
   <translation>Se leen las primeras {number} de {all:,} líneas de {name}.</translation>
  </message>
  <message>
   <source>The folder {path} holds several files of weights: {names}</source>
   <translation>La carpeta {path} contiene varios archivos de pesos: {names}</translation>
  </message>
  <message>
   <source>The folder {path} holds {contents}, so it is not a model</source>
   <translation>La carpeta {path} {contents}, así que no es un modelo</translation>
  </message>
  <message>
   <source>The folder {path} stores its weights as {name}, {kind}</source>
   <translation>La carpeta {path} guarda sus pesos como {name}, {kind}</translation>
  </message>
  <message>
   <source>The folder {path} stores its weights in several files</source>
   <translation>La carpeta {path} guarda sus pesos en varios archivos</translation>
  </message>
  <message>
   <source>The model folder {path} has no {files}</source>
   <translation>A la carpeta de modelo {path} le falta {files}</translation>
  </message>
  <message>
   <source>There is no file {path}</source>
   <translation>No existe el archivo {path}</translation>
  </message>
  <message>
   <source>Was it moved or renamed?</source>
   <translation>¿Se movió o cambió de nombre?</translation>
  </message>
  <message>
   <source>a table of numbers saved by headscope for other programs to read</source>
   <translation>una tabla de números que guardó headscope, para que la lean otros programas</translation>
  </message>
  <message>
   <source>a {config}, but no {weights}</source>
   <translation>contiene un {config}, pero ningún {weights}</translation>
  </message>
  <message>
   <source>and no</source>
   <translation>y</translation>
  </message>
  <message>
   <source>headscope's list of recent files, which it reads itself</source>
   <translation>la lista de archivos recientes de headscope, que lee por sí mismo</translation>
  </message>
  <message>
   <source>headscope's settings, which it reads itself</source>
   <translation>los ajustes de headscope, que lee por sí mismo</translation>
  </message>
  <message>
   <source>no {spec} and no {weights}</source>
   <translation>no contiene ni {spec} ni {weights}</translation>
  </message>
  <message>
   <source>the description of a model without the model</source>
   <translation>la descripción de un modelo sin el modelo</translation>
  </message>
  <message>
   <source>the result of a survey, but not named survey.json</source>
   <translation>el resultado de un estudio con otro nombre que survey.json</translation>
  </message>
  <message>
   <source>the text</source>
   <translation>el texto</translation>
  </message>
  <message>
   <source>{name} is empty</source>
   <translation>{name} está vacío</translation>
  </message>
  <message>
   <source>{name} is not UTF-8 text</source>
   <translation>{name} no es texto UTF-8</translation>
  </message>
  <message>
   <source>{name} is not UTF-8 text (bad byte {number:,})</source>
   <translation>{name} no es texto UTF-8 (el byte {number:,} no lo es)</translation>
  </message>
  <message>
   <source>{name} is {kind}</source>
   <translation>{name} es {kind}</translation>
  </message>
  <message>
   <source>{path} cannot be read: the name is not valid</source>
   <translation>No se puede leer {path}: su nombre no es válido</translation>
  </message>
  <message>
   <source>{path} cannot be read: {reason}</source>
   <translation>{path} no se puede leer: {reason}</translation>
  </message>
  <message>
   <source>{path} is a recording, but its name does not end in .safetensors</source>
   <translation>{path} es una grabación con un nombre que no termina en .safetensors</translation>
  </message>
 </context>
 <context>
  <name>files/job_runners</name>
  <message>
   <source>Drawing {name}</source>
   <translation>Dibujando {name}</translation>
  </message>
  <message>
   <source>Surveying {name}</source>
   <translation>Estudiando {name}</translation>
  </message>
  <message>
   <source>{number:.0f} s left</source>
   <translation>quedan {number:.0f} s</translation>
  </message>
 </context>
 <context>
  <name>files/job_status</name>
  <message>
   <source>paused</source>
   <translation>en pausa</translation>
  </message>
 </context>
 <context>
  <name>files/loading_line</name>
  <message>
   <source>The model “{name}” is being loaded.</source>
   <translation>Se está cargando el modelo “{name}”.</translation>
  </message>
 </context>
 <context>
  <name>files/open_save</name>
  <message>
   <source>A survey is being made; stop it first.</source>
   <translation>Se está haciendo un estudio; detenlo primero.</translation>
  </message>
  <message>
   <source>All files (*)</source>
   <translation>Todos los archivos (*)</translation>
  </message>
  <message>
   <source>Clear the list</source>
   <translation>Vaciar la lista</translation>
  </message>
  <message>
   <source>Dropped text</source>
   <translation>Texto soltado</translation>
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
   <source>Save it on this computer first, then drop the file.</source>
   <translation>Guárdalo primero en este equipo y suelta el archivo.</translation>
  </message>
  <message>
   <source>Sentence pairs, source&lt;TAB&gt;target (*.tsv)</source>
   <translation>Pares de frases, origen&lt;TAB&gt;destino (*.tsv)</translation>
  </message>
  <message>
   <source>Stops it at once and removes what it started.</source>
   <translation>Lo detiene al instante y quita lo que empezó.</translation>
  </message>
  <message>
   <source>Survey a file of sentence pairs</source>
   <translation>Estudiar un archivo de pares de frases</translation>
  </message>
  <message>
   <source>Texts, sessions, lessons, models, weights, recordings (*.txt *.tsv *.json *.safetensors)</source>
   <translation>Textos, sesiones, lecciones, modelos, pesos, grabaciones (*.txt *.tsv *.json *.safetensors)</translation>
  </message>
  <message>
   <source>The survey was stopped; survey the same file again to continue.</source>
   <translation>El estudio se detuvo; estudia el mismo archivo otra vez para continuar.</translation>
  </message>
  <message>
   <source>What was surveyed is kept: survey the same file again to continue.</source>
   <translation>Lo estudiado se conserva: estudia el mismo archivo otra vez para continuar.</translation>
  </message>
  <message>
   <source>What you dropped is not a file on this computer</source>
   <translation>Lo que se soltó no es un archivo de este equipo</translation>
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
   <source>{name} is open read-only: {reason}</source>
   <translation>{name} está abierto en solo lectura: {reason}</translation>
  </message>
  <message>
   <source>{name} is open.</source>
   <translation>{name} está abierto.</translation>
  </message>
  <message>
   <source>{path} does not answer. Open this list again to try once more.</source>
   <translation>{path} no responde. Abre otra vez esta lista para volver a intentarlo.</translation>
  </message>
  <message>
   <source>{path} no longer exists.</source>
   <translation>{path} ya no existe.</translation>
  </message>
 </context>
 <context>
  <name>files/picture_export</name>
  <message>
   <source>Scale {scale:g} is not possible; use {least:g} to {most:g}</source>
   <translation>La escala {scale:g} no es posible; usa de {least:g} a {most:g}</translation>
  </message>
  <message>
   <source>The picture could not be made. Nothing was written.</source>
   <translation>No se pudo hacer la imagen. No se escribió nada.</translation>
  </message>
  <message>
   <source>The picture would be {width:,} x {height:,} pixels; the limits are {side:,} per side and {all:,} in all. Choose a smaller scale.</source>
   <translation>La imagen tendría {width:,} x {height:,} píxeles; el límite es {side:,} por lado y {all:,} en total. Elige una escala menor.</translation>
  </message>
  <message>
   <source>There is not enough memory for this picture. Choose a smaller scale.</source>
   <translation>No hay memoria suficiente para esta imagen. Elige una escala menor.</translation>
  </message>
  <message>
   <source>There is nothing to draw: the view has no size. Nothing was written.</source>
   <translation>No hay nada que dibujar: la vista no tiene tamaño. No se escribió nada.</translation>
  </message>
  <message>
   <source>numbers</source>
   <translation>los números</translation>
  </message>
  <message>
   <source>pictures</source>
   <translation>las imágenes</translation>
  </message>
  <message>
   <source>{name}: {kind} can be saved as {endings}. Nothing was written.</source>
   <translation>{name}: {kind} se pueden guardar como {endings}. No se escribió nada.</translation>
  </message>
 </context>
 <context>
  <name>files/run_page</name>
  <message>
   <source>made again in the folder that holds {names}:</source>
   <translation>se vuelve a hacer en la carpeta donde está {names}:</translation>
  </message>
  <message>
   <source>plain</source>
   <comment>a run without edits</comment>
   <translation>sin cambios</translation>
  </message>
  <message>
   <source>run:</source>
   <translation>ejecución:</translation>
  </message>
 </context>
 <context>
  <name>files/session_file</name>
  <message>
   <source>Another program had changed {name}: that version is kept as {backup}.</source>
   <translation>Otro programa había modificado {name}: esa versión se conserva como {backup}.</translation>
  </message>
  <message>
   <source>Copy the whole link again, where it was sent or with File ▸ Copy a link to this state.</source>
   <translation>Copia de nuevo el enlace entero, donde te lo enviaron o con Archivo ▸ Copiar un enlace a este estado.</translation>
  </message>
  <message>
   <source>Not shown here: {names}.</source>
   <translation>No se muestra aquí: {names}.</translation>
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
   <source>Saving will ask for another name.</source>
   <translation>Al guardar se pide otro nombre.</translation>
  </message>
  <message>
   <source>Session (*.json)</source>
   <translation>Sesión (*.json)</translation>
  </message>
  <message>
   <source>The link is on the clipboard: it opens the same state for anyone with the same model.</source>
   <translation>El enlace está en el portapapeles: quien tenga el mismo modelo puede abrir con él el mismo estado.</translation>
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
   <source>another headscope window is using it. Save under another name.</source>
   <translation>otra ventana de headscope lo está usando. Guárdalo con otro nombre.</translation>
  </message>
  <message>
   <source>another headscope window is using it. Saving will ask for another name.</source>
   <translation>otra ventana de headscope lo está usando. Al guardar se pide otro nombre.</translation>
  </message>
  <message>
   <source>it was written by a newer headscope (version {version}).</source>
   <translation>lo escribió un headscope más nuevo (versión {version}).</translation>
  </message>
  <message>
   <source>open a link</source>
   <translation>abrir un enlace</translation>
  </message>
  <message>
   <source>{name} copy</source>
   <translation>{name} copia</translation>
  </message>
  <message>
   <source>{name} was not written: {reason}</source>
   <translation>{name} no se escribió: {reason}</translation>
  </message>
 </context>
 <context>
  <name>files/training_actions</name>
  <message>
   <source>Nothing was started</source>
   <translation>No se inició nada</translation>
  </message>
  <message>
   <source>Open a training folder</source>
   <translation>Abrir una carpeta de entrenamiento</translation>
  </message>
  <message>
   <source>Save the training in a new folder inside this one</source>
   <translation>Guardar el entrenamiento en una carpeta nueva dentro de esta</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>Detener</translation>
  </message>
  <message>
   <source>Stops training; it is saved and can be resumed.</source>
   <translation>Detiene el entrenamiento; se guarda y puede seguir.</translation>
  </message>
  <message>
   <source>The model is kept in {folder}.</source>
   <translation>El modelo se conserva en {folder}.</translation>
  </message>
  <message>
   <source>The model was not kept</source>
   <translation>El modelo no se conservó</translation>
  </message>
  <message>
   <source>There is no snapshot yet.</source>
   <translation>Todavía no hay ninguna instantánea.</translation>
  </message>
  <message>
   <source>Train on a file of sentence pairs</source>
   <translation>Entrenar con un archivo de pares de frases</translation>
  </message>
  <message>
   <source>Training was not resumed</source>
   <translation>El entrenamiento no continuó</translation>
  </message>
  <message>
   <source>Training {title}</source>
   <translation>Entrenando {title}</translation>
  </message>
  <message>
   <source>training</source>
   <translation>el entrenamiento</translation>
  </message>
  <message>
   <source>{title} at update {number}</source>
   <translation>{title} en la actualización {number}</translation>
  </message>
 </context>
 <context>
  <name>importing/controller</name>
  <message>
   <source>Change its fields or its folder and try again.</source>
   <translation>Cambia sus campos, o su carpeta, e inténtalo de nuevo.</translation>
  </message>
  <message>
   <source>Choose another folder or file, and try again.</source>
   <translation>Elige otra carpeta o archivo e inténtalo de nuevo.</translation>
  </message>
  <message>
   <source>Converted from {name}, layout {layout}. {proofs}</source>
   <translation>Convertido de {name}, formato {layout}. {proofs}</translation>
  </message>
  <message>
   <source>Converting {name}</source>
   <translation>Convirtiendo {name}</translation>
  </message>
  <message>
   <source>Fetching {name}</source>
   <translation>Obteniendo {name}</translation>
  </message>
  <message>
   <source>It is untrained: what it writes is meaningless.</source>
   <translation>No está entrenado: lo que escribe no significa nada.</translation>
  </message>
  <message>
   <source>It was converted, but {proofs}</source>
   <translation>Se convirtió, pero {proofs}</translation>
  </message>
  <message>
   <source>Kept in {folder}.</source>
   <translation>Se conserva en {folder}.</translation>
  </message>
  <message>
   <source>Making it failed: {reason}.</source>
   <translation>No se pudo crear: {reason}.</translation>
  </message>
  <message>
   <source>Making {name}</source>
   <translation>Creando {name}</translation>
  </message>
  <message>
   <source>Reading it failed: {reason}.</source>
   <translation>No se pudo leer: {reason}.</translation>
  </message>
  <message>
   <source>Reading {name}</source>
   <translation>Leyendo {name}</translation>
  </message>
  <message>
   <source>Run the same command in a terminal for details.</source>
   <translation>Ejecuta el mismo comando en una terminal para ver más.</translation>
  </message>
  <message>
   <source>Saved without {parts}.</source>
   <translation>Guardado sin {parts}.</translation>
  </message>
  <message>
   <source>Saving it failed: {reason}.</source>
   <translation>No se pudo guardar: {reason}.</translation>
  </message>
  <message>
   <source>Saving {name}</source>
   <translation>Guardando {name}</translation>
  </message>
  <message>
   <source>The conversion failed: {reason}.</source>
   <translation>La conversión falló: {reason}.</translation>
  </message>
  <message>
   <source>The model has fewer heads: {gone} are removed; other parts give 0.</source>
   <translation>El modelo tiene menos cabezas: se quitan {gone}; las demás partes dan 0.</translation>
  </message>
  <message>
   <source>The model keeps its size: these parts are set to 0.</source>
   <translation>El modelo conserva su tamaño: estas partes se ponen a 0.</translation>
  </message>
  <message>
   <source>Then enter the name again.</source>
   <translation>Después escribe el nombre otra vez.</translation>
  </message>
  <message>
   <source>This is still under way: {work}</source>
   <translation>Esto sigue en curso: {work}</translation>
  </message>
  <message>
   <source>Wait until it is done, or cancel it in the status line.</source>
   <translation>Espera a que termine o cancélalo en la línea de estado.</translation>
  </message>
  <message>
   <source>proof: {name}</source>
   <translation>prueba: {name}</translation>
  </message>
  <message>
   <source>{name} is new: {number:,} random parameters, seed {seed}.</source>
   <translation>{name} es nuevo: {number:,} parámetros al azar, semilla {seed}.</translation>
  </message>
  <message>
   <source>{name} was not made</source>
   <translation>{name} no se creó</translation>
  </message>
  <message>
   <source>{work}: cancelled, nothing was kept.</source>
   <translation>{work}: cancelado, no se ha guardado nada.</translation>
  </message>
 </context>
 <context>
  <name>importing/form_widgets</name>
  <message>
   <source>Chooses where the new folder is created.</source>
   <translation>Elige la carpeta en la que se crea la nueva.</translation>
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
   <source>Closes this window (Esc); nothing is created.</source>
   <translation>Cierra esta ventana (Esc); no se crea nada.</translation>
  </message>
  <message>
   <source>Folder to write</source>
   <translation>Carpeta de destino</translation>
  </message>
  <message>
   <source>Save into</source>
   <translation>Guardar dentro de</translation>
  </message>
  <message>
   <source>The folder to write; it must not exist yet.</source>
   <translation>La carpeta que se escribe; no debe existir todavía.</translation>
  </message>
 </context>
 <context>
  <name>importing/import_dialog</name>
  <message>
   <source>; padding</source>
   <translation>; relleno</translation>
  </message>
  <message>
   <source>Activation</source>
   <translation>Activación</translation>
  </message>
  <message>
   <source>Choose the number of heads: the file does not contain it.</source>
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
   <source>Converts it in a separate process, proves the result and opens it; the file is not changed.</source>
   <translation>Lo convierte en un proceso aparte, prueba el resultado y lo abre; el archivo queda como está.</translation>
  </message>
  <message>
   <source>Embeddings</source>
   <translation>Embeddings</translation>
  </message>
  <message>
   <source>End id</source>
   <translation>Identificador del final</translation>
  </message>
  <message>
   <source>GELU, approximated by tanh</source>
   <translation>GELU, aproximada con tanh</translation>
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
   <source>Open another program's model</source>
   <translation>Abrir un modelo de otro programa</translation>
  </message>
  <message>
   <source>Output projection</source>
   <translation>Proyección de salida</translation>
  </message>
  <message>
   <source>Padding id</source>
   <translation>Identificador del relleno</translation>
  </message>
  <message>
   <source>Save to</source>
   <translation>Guardar en</translation>
  </message>
  <message>
   <source>Source table</source>
   <translation>Tabla del origen</translation>
  </message>
  <message>
   <source>Start id</source>
   <translation>Identificador del inicio</translation>
  </message>
  <message>
   <source>Target table</source>
   <translation>Tabla del destino</translation>
  </message>
  <message>
   <source>The folder of the converted model; the original is not changed.</source>
   <translation>La carpeta del modelo convertido; el original no cambia.</translation>
  </message>
  <message>
   <source>The function between the two linear layers of the feed-forward; no tensor contains it.</source>
   <translation>La función entre las dos capas lineales de la red densa; ningún tensor la contiene.</translation>
  </message>
  <message>
   <source>The id of {token}. No tensor contains it, and there is no tokenizer.</source>
   <translation>El identificador de: {token}. Ningún tensor lo dice, y no hay tokenizador.</translation>
  </message>
  <message>
   <source>The number of heads of each attention. No tensor contains it, and with a wrong number the model runs, but not as it was trained: look it up where the model was made.</source>
   <translation>Cuántas cabezas tiene cada atención. Ningún tensor lo dice, y con un número equivocado el modelo funciona, pero no como se entrenó: búscalo donde se hizo el modelo.</translation>
  </message>
  <message>
   <source>The text and the picture stay until the new model is ready.</source>
   <translation>El texto y la imagen se quedan hasta que esté listo el modelo nuevo.</translation>
  </message>
  <message>
   <source>Whether the model multiplies its token embeddings by the square root of its width.</source>
   <translation>Si el modelo multiplica sus embeddings de token por la raíz de su anchura.</translation>
  </message>
  <message>
   <source>Which tensor of the file is the output table; its name does not say.</source>
   <translation>Qué tensor del archivo es la tabla de la salida; su nombre no lo dice.</translation>
  </message>
  <message>
   <source>Which tensor of the file is the source table; its name does not say.</source>
   <translation>Qué tensor del archivo es la tabla del origen; su nombre no lo dice.</translation>
  </message>
  <message>
   <source>Which tensor of the file is the target table; its name does not say.</source>
   <translation>Qué tensor del archivo es la tabla del destino; su nombre no lo dice.</translation>
  </message>
  <message>
   <source>after each sub-layer (norm_first=False)</source>
   <translation>después de cada subcapa (norm_first=False)</translation>
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
   <source>norm_first of torch.nn.Transformer; no tensor contains it.</source>
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
   <source>times √D</source>
   <translation>por √D</translation>
  </message>
  <message>
   <source>unscaled</source>
   <translation>sin escalar</translation>
  </message>
  <message>
   <source>what is not in the vocabulary</source>
   <translation>lo que no está en el vocabulario</translation>
  </message>
  <message>
   <source>{name} has the layout {layout} ({title}): {reason}.</source>
   <translation>{name} tiene el formato {layout} ({title}): {reason}.</translation>
  </message>
 </context>
 <context>
  <name>importing/new_model_dialog</name>
  <message>
   <source>Creates a randomly initialised model in a separate process and opens it; nothing is trained.</source>
   <translation>Crea un modelo con números al azar en un proceso aparte y lo abre; no se entrena nada.</translation>
  </message>
  <message>
   <source>Enter a name.</source>
   <translation>Ponle un nombre.</translation>
  </message>
  <message>
   <source>Fills in all fields below.</source>
   <translation>Rellena todos los campos de abajo.</translation>
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
   <source>The same seed and fields give the same weights.</source>
   <translation>La misma semilla y los mismos campos dan los mismos pesos.</translation>
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
   <source>What the model is called; its folder gets the same name.</source>
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
   <source>the open model</source>
   <translation>el modelo que está abierto</translation>
  </message>
  <message>
   <source>words of the toy task “{title}”</source>
   <translation>palabras de la tarea de juguete “{title}”</translation>
  </message>
  <message>
   <source>{number:,} parameters, {size} on disk</source>
   <translation>{number:,} parámetros, {size} en el disco</translation>
  </message>
 </context>
 <context>
  <name>importing/probe</name>
  <message>
   <source>what the child process printed</source>
   <translation>lo que imprimió el proceso hijo</translation>
  </message>
  <message>
   <source>{done:,.1f} of {total:,.1f} MB</source>
   <translation>{done:,.1f} de {total:,.1f} MB</translation>
  </message>
  <message>
   <source>{layers} · width {width:,} · {entries} · {number:,} parameters</source>
   <translation>{layers} · anchura {width:,} · {entries} · {number:,} parámetros</translation>
  </message>
  <message>
   <source>{name} is not a safetensors file, and the window reads no other weights</source>
   <translation>{name} no es un archivo safetensors, y la ventana no lee otros pesos</translation>
  </message>
  <message>
   <source>{number:,} entries</source>
   <translation>{number:,} entradas</translation>
  </message>
  <message>
   <source>{source:,} source entries and {target:,} target entries</source>
   <translation>{source:,} entradas en el origen y {target:,} en el destino</translation>
  </message>
 </context>
 <context>
  <name>importing/prune_dialog</name>
  <message>
   <source>BLEU before and after on a file of sentence pairs, for the card; takes as long as translating it.</source>
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
   <source>Removed</source>
   <translation>Quitado</translation>
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
   <source>Saves a model folder in which the switched-off heads and feed-forwards contribute nothing.</source>
   <translation>Guarda una carpeta de modelo en la que las cabezas y redes densas apagadas no aportan nada.</translation>
  </message>
  <message>
   <source>Saves the model without 1 part; what it writes stays as it is now.</source>
   <translation>Guarda el modelo sin 1 parte; lo que escribe sigue como ahora.</translation>
  </message>
  <message>
   <source>Saves the model without {number} parts; what it writes stays as it is now.</source>
   <translation>Guarda el modelo sin {number} partes; lo que escribe sigue como ahora.</translation>
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
   <source>Source, tab, translation: one pair per line.</source>
   <translation>Origen, tabulador, traducción: un par por línea.</translation>
  </message>
  <message>
   <source>The file of sentence pairs does not exist.</source>
   <translation>El archivo de pares de frases no existe.</translation>
  </message>
  <message>
   <source>The folder of the new model; its card lists what was removed.</source>
   <translation>La carpeta del modelo nuevo; su ficha dice qué se quitó.</translation>
  </message>
  <message>
   <source>What is currently switched off. Other edits belong to the text and are not saved.</source>
   <translation>Lo que ahora está apagado. Los demás cambios pertenecen al texto y no se guardan.</translation>
  </message>
  <message>
   <source>and {number:,} more</source>
   <translation>y {number:,} más</translation>
  </message>
  <message>
   <source>none</source>
   <translation>ninguna</translation>
  </message>
  <message>
   <source>{name} pruned</source>
   <translation>{name} podado</translation>
  </message>
 </context>
 <context>
  <name>importing/published_dialog</name>
  <message>
   <source>A translation model published on Hugging Face (Marian, BART or T5): owner/name, optionally @revision, or the address of its page.</source>
   <translation>Un modelo de traducción publicado en Hugging Face (Marian, BART o T5): propietario/nombre, opcionalmente @revisión, o la dirección de su página.</translation>
  </message>
  <message>
   <source>Finds or downloads its files and shows what it is, before anything is converted.</source>
   <translation>Busca o descarga sus archivos y muestra qué es, antes de convertir nada.</translation>
  </message>
  <message>
   <source>It is already converted and opens at once.</source>
   <translation>Ya está convertido y se abre enseguida.</translation>
  </message>
  <message>
   <source>It is on this computer: nothing is downloaded.</source>
   <translation>Está en este equipo: no se descarga nada.</translation>
  </message>
  <message>
   <source>Its files are downloaded into {folder}.</source>
   <translation>Sus archivos se descargan en {folder}.</translation>
  </message>
  <message>
   <source>Nothing is downloaded unless you enter a name.</source>
   <translation>No se descarga nada si no escribes un nombre.</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>En este equipo</translation>
  </message>
  <message>
   <source>Published model by name</source>
   <translation>Modelo publicado por su nombre</translation>
  </message>
  <message>
   <source>Translation models in Hugging Face's cache; a click enters the name.</source>
   <translation>Modelos de traducción en la caché de Hugging Face; un clic escribe el nombre.</translation>
  </message>
 </context>
 <context>
  <name>importing/spec_fields</name>
  <message>
   <source>A norm on token + position.</source>
   <translation>Una norma sobre token + posición.</translation>
  </message>
  <message>
   <source>A second linear layer multiplies the hidden units (Shazeer 2020).</source>
   <translation>Una segunda capa lineal multiplica las unidades ocultas (Shazeer 2020).</translation>
  </message>
  <message>
   <source>A small number that prevents division by 0.</source>
   <translation>Un número pequeño que evita dividir entre 0.</translation>
  </message>
  <message>
   <source>Attention heads of each layer; they divide the width among them.</source>
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
   <source>Biases</source>
   <translation>Sesgos</translation>
  </message>
  <message>
   <source>Buckets</source>
   <translation>Tramos</translation>
  </message>
  <message>
   <source>Decoder heads</source>
   <translation>Cabezas del decodificador</translation>
  </message>
  <message>
   <source>Decoder hidden units</source>
   <translation>Unidades ocultas del decodificador</translation>
  </message>
  <message>
   <source>Decoder layers</source>
   <translation>Capas del decodificador</translation>
  </message>
  <message>
   <source>Dropout</source>
   <translation>Dropout</translation>
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
   <source>Final norms</source>
   <translation>Normas finales</translation>
  </message>
  <message>
   <source>From this distance on, in tokens, all distances share the last bucket.</source>
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
   <source>Hidden units in each layer's feed-forward.</source>
   <translation>Unidades ocultas de la red densa de cada capa.</translation>
  </message>
  <message>
   <source>How each row is normalised; the last two divide by the standard deviation with D − 1, with ε added outside the root.</source>
   <translation>Cómo se normaliza cada fila; las dos últimas dividen entre la desviación típica con D − 1, con ε sumado fuera de la raíz.</translation>
  </message>
  <message>
   <source>How many distances have their own number.</source>
   <translation>Cuántas distancias tienen un número propio.</translation>
  </message>
  <message>
   <source>How many token ids the source can have.</source>
   <translation>Cuántos identificadores de token puede tener el origen.</translation>
  </message>
  <message>
   <source>How many token ids the target can have.</source>
   <translation>Cuántos identificadores de token puede tener el destino.</translation>
  </message>
  <message>
   <source>How the model knows where a token is.</source>
   <translation>Cómo sabe el modelo dónde está un token.</translation>
  </message>
  <message>
   <source>How they share the units.</source>
   <translation>Cómo se reparten las unidades.</translation>
  </message>
  <message>
   <source>Id of the end of a sentence</source>
   <translation>Identificador del fin de una frase</translation>
  </message>
  <message>
   <source>Id of the token that the decoder reads first</source>
   <translation>Identificador del token que el decodificador lee primero</translation>
  </message>
  <message>
   <source>Id of tokens not in the vocabulary</source>
   <translation>Identificador de lo que no está en el vocabulario</translation>
  </message>
  <message>
   <source>If different from the encoder's; 0 = same as the encoder's.</source>
   <translation>Si no son las del codificador; 0 = como las del codificador.</translation>
  </message>
  <message>
   <source>Joint projection bias</source>
   <translation>Sesgo de la proyección conjunta</translation>
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
   <source>Layers that read the source.</source>
   <translation>Capas que leen el origen.</translation>
  </message>
  <message>
   <source>Layers that write the target.</source>
   <translation>Capas que escriben el destino.</translation>
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
   <source>Norm on the input</source>
   <translation>Norma en la entrada</translation>
  </message>
  <message>
   <source>One more norm after the last layer of each stack.</source>
   <translation>Una norma más tras la última capa de cada pila.</translation>
  </message>
  <message>
   <source>One table for all</source>
   <translation>Una tabla para todo</translation>
  </message>
  <message>
   <source>Output bias</source>
   <translation>Sesgo de salida</translation>
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
   <source>Rows at the start of the table that belong to no position.</source>
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
   <source>Share of units set to 0 during training; 0 everywhere else.</source>
   <translation>Parte de las unidades puestas a 0 al entrenar; 0 el resto del tiempo.</translation>
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
   <translation>Destino y salida comparten una</translation>
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
   <source>The decoder's output is multiplied by this before the projection.</source>
   <translation>La salida del decodificador se multiplica por esto antes de la proyección.</translation>
  </message>
  <message>
   <source>The function between its linear layers.</source>
   <translation>La función entre sus capas lineales.</translation>
  </message>
  <message>
   <source>The longest sentence, in tokens.</source>
   <translation>La frase más larga, en tokens.</translation>
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
   <source>Unknown</source>
   <translation>Desconocido</translation>
  </message>
  <message>
   <source>What q·k is divided by before the softmax: the square root of the head width, or of the model's.</source>
   <translation>Entre qué se divide q·k antes del softmax: la raíz de la anchura de una cabeza, o la del modelo.</translation>
  </message>
  <message>
   <source>What replaces the score of a masked cell; empty = −∞, which hides it completely.</source>
   <translation>Lo que sustituye la puntuación de una celda enmascarada; vacío = −∞, que la oculta del todo.</translation>
  </message>
  <message>
   <source>Whether a score is masked before or after the division.</source>
   <translation>Si una puntuación se enmascara antes o después de la división.</translation>
  </message>
  <message>
   <source>Whether each entry of the vocabulary has its own bias.</source>
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
   <source>Whether the joint projection of all heads has a bias.</source>
   <translation>Si la proyección de todas las cabezas juntas tiene sesgo.</translation>
  </message>
  <message>
   <source>Whether their linear layers have biases.</source>
   <translation>Si sus capas lineales tienen sesgos.</translation>
  </message>
  <message>
   <source>Whether token vectors are multiplied by the square root of the width.</source>
   <translation>Si los vectores de token se multiplican por la raíz de la anchura.</translation>
  </message>
  <message>
   <source>Width D</source>
   <translation>Anchura D</translation>
  </message>
  <message>
   <source>Width of a token's vector throughout the model.</source>
   <translation>Anchura del vector de un token en todo el modelo.</translation>
  </message>
  <message>
   <source>Width of each head's queries and keys; 0 = D / H.</source>
   <translation>Anchura de las consultas y claves de cada cabeza; 0 = D / H.</translation>
  </message>
  <message>
   <source>Width of each head's values; 0 = same as its keys.</source>
   <translation>Anchura de los valores de cada cabeza; 0 = la de sus claves.</translation>
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
   <source>except for RMSNorm, which has none</source>
   <translation>salvo con RMSNorm, que no lo tiene</translation>
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
   <source>if masked scores are a number</source>
   <translation>si las puntuaciones enmascaradas son un número</translation>
  </message>
  <message>
   <source>if there is no single table for all</source>
   <translation>cuando no hay una tabla para todo</translation>
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
   <source>no</source>
   <translation>no</translation>
  </message>
  <message>
   <source>none: order is lost</source>
   <translation>ninguna: se pierde el orden</translation>
  </message>
  <message>
   <source>nothing</source>
   <translation>nada</translation>
  </message>
  <message>
   <source>one scale for all units</source>
   <translation>una escala para todas las unidades</translation>
  </message>
  <message>
   <source>q, k and v biases</source>
   <translation>Sesgos de q, k y v</translation>
  </message>
  <message>
   <source>sinusoids</source>
   <translation>sinusoides</translation>
  </message>
  <message>
   <source>the default (pre-norm, width 256)</source>
   <translation>el predeterminado (pre-norma, anchura 256)</translation>
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
   <source>yes</source>
   <translation>sí</translation>
  </message>
  <message>
   <source>{meaning}; it must be within both vocabularies.</source>
   <translation>{meaning}; tiene que estar dentro de ambos vocabularios.</translation>
  </message>
  <message>
   <source>√D, model width</source>
   <translation>√D, del modelo</translation>
  </message>
  <message>
   <source>√K, head width</source>
   <translation>√K, de una cabeza</translation>
  </message>
 </context>
 <context>
  <name>importing/spec_form</name>
  <message>
   <source>Embeddings and output</source>
   <translation>Embeddings y salida</translation>
  </message>
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
   <source>Sketch of the model</source>
   <translation>Esquema del modelo</translation>
  </message>
  <message>
   <source>Token ids</source>
   <translation>Identificadores de token</translation>
  </message>
  <message>
   <source>{heads} of {width}</source>
   <translation>{heads} de {width}</translation>
  </message>
 </context>
 <context>
  <name>inspector/array_actions</name>
  <message>
   <source>Compare an array with this run</source>
   <translation>Comparar un array con esta ejecución</translation>
  </message>
  <message>
   <source>Compare an array with {name}</source>
   <translation>Comparar un array con {name}</translation>
  </message>
  <message>
   <source>{name} was not compared</source>
   <translation>{name} no se comparó</translation>
  </message>
 </context>
 <context>
  <name>inspector/array_check</name>
  <message>
   <source>Arrays (*.npy *.npz *.safetensors)</source>
   <translation>Arrays (*.npy *.npz *.safetensors)</translation>
  </message>
  <message>
   <source>It is nearest to {name} ({number:.3g} away).</source>
   <translation>Lo más cercano es {name} (a {number:.3g}).</translation>
  </message>
  <message>
   <source>The run has no array of this shape: {shape}</source>
   <translation>La ejecución no tiene ningún array de esta forma: {shape}</translation>
  </message>
  <message>
   <source>The target you dropped it on has no part of shape {shape}; these fit: {shapes}.</source>
   <translation>Donde lo soltaste no hay nada de la forma {shape}; encajan: {shapes}.</translation>
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
   <source>{array} is {result}.</source>
   <translation>{array}: {result}.</translation>
  </message>
  <message>
   <source>{attention} layer {layer}</source>
   <translation>{attention}, capa {layer}</translation>
  </message>
  <message>
   <source>{difference:.3g} away from {name} at [{at}], counted from 0: yours {mine:.4g}, the model's {own:.4g}</source>
   <translation>a {difference:.3g} de {name} en [{at}], contando desde 0: el tuyo {mine:.4g}, el del modelo {own:.4g}</translation>
  </message>
  <message>
   <source>{difference:.3g} away from {name}: yours {mine:.4g}, the model's {own:.4g}</source>
   <translation>a {difference:.3g} de {name}: el tuyo {mine:.4g}, el del modelo {own:.4g}</translation>
  </message>
  <message>
   <source>{layer} head {head}</source>
   <translation>{layer}, cabeza {head}</translation>
  </message>
  <message>
   <source>{name} has other axes</source>
   <translation>{name} tiene otros ejes</translation>
  </message>
  <message>
   <source>{name} holds more than {number:,} bytes</source>
   <translation>{name} tiene más de {number:,} bytes</translation>
  </message>
  <message>
   <source>{name} holds no arrays of numbers</source>
   <translation>{name} no contiene arrays de números</translation>
  </message>
  <message>
   <source>{name} holds no readable arrays of numbers</source>
   <translation>{name} no contiene arrays de números que se puedan leer</translation>
  </message>
  <message>
   <source>{numbers}, {place}, all heads</source>
   <translation>{numbers}, {place}, todas las cabezas</translation>
  </message>
 </context>
 <context>
  <name>inspector/array_menu</name>
  <message>
   <source>These numbers</source>
   <translation>Estos números</translation>
  </message>
 </context>
 <context>
  <name>inspector/effects</name>
  <message>
   <source>Agreement {share:.2f}: the weight on the words that the alignment links.</source>
   <translation>Acuerdo {share:.2f}: el peso en las palabras que enlaza la alineación.</translation>
  </message>
  <message>
   <source>Each target word is linked to the source word this head reads most: the share of links that are wrong or missing (alignment error rate, Och &amp; Ney 2003).</source>
   <translation>Cada palabra de destino se enlaza con la palabra de origen que más lee esta cabeza: qué parte de los enlaces sobra o falta (tasa de error de alineación, Och y Ney 2003).</translation>
  </message>
  <message>
   <source>Step {step}, “{token}”: its probability with and without this head, after the same text. Log-probability {before} → {after}.</source>
   <translation>Paso {step}, “{token}”: su probabilidad con esta cabeza y sin ella, tras el mismo texto. Probabilidad logarítmica {before} → {after}.</translation>
  </message>
  <message>
   <source>With these edits:</source>
   <translation>Con estos cambios:</translation>
  </message>
  <message>
   <source>With this weight:</source>
   <translation>Con este peso:</translation>
  </message>
  <message>
   <source>Without this head the model writes from step 1 on: {text}</source>
   <translation>Sin esta cabeza el modelo escribe desde el paso 1: {text}</translation>
  </message>
  <message>
   <source>Without this head the model writes, from step 1 on: {text}</source>
   <translation>Sin esta cabeza el modelo escribe, desde el paso 1: {text}</translation>
  </message>
  <message>
   <source>Without {head}:</source>
   <translation>Sin {head}:</translation>
  </message>
  <message>
   <source>below {number}</source>
   <translation>menos de {number}</translation>
  </message>
  <message>
   <source>error {rate:.0f} %</source>
   <translation>error {rate:.0f} %</translation>
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
   <source>{edit} a different text is written from step {step} on.</source>
   <translation>{edit} se escribe otro texto desde el paso {step}.</translation>
  </message>
  <message>
   <source>{error}, agrees {share:.2f}</source>
   <translation>{error}, acuerdo {share:.2f}</translation>
  </message>
 </context>
 <context>
  <name>inspector/facts</name>
  <message>
   <source>After the softmax over the row, in {head}.</source>
   <translation>Tras el softmax de la fila, en la {head}.</translation>
  </message>
  <message>
   <source>How uncertain the model is about the next token: 0 bits = all on one candidate, 1 bit = as open as two equal candidates.</source>
   <translation>Cuán indeciso está el modelo sobre el token siguiente: 0 bits = un candidato lo tiene todo, 1 bit = tan abierto como entre dos candidatos iguales.</translation>
  </message>
  <message>
   <source>Natural logarithm of the probability of the written token.</source>
   <translation>Logaritmo natural de la probabilidad del token escrito.</translation>
  </message>
  <message>
   <source>Of the row, and of the column.</source>
   <translation>De la fila y de la columna.</translation>
  </message>
  <message>
   <source>Probability of the written token at its own step. The other numbers here belong to the finished text, given to the decoder as a whole: with these masks a row may read later tokens, unknown at its step.</source>
   <translation>Probabilidad del token escrito en su propio paso. Los demás números de aquí son del texto terminado, dado entero al decodificador: con estas máscaras una fila puede leer entonces tokens posteriores, desconocidos en su paso.</translation>
  </message>
  <message>
   <source>Probability that the next token is the end of sentence, &lt;/s&gt;.</source>
   <translation>Probabilidad de que el token siguiente sea el fin de frase, &lt;/s&gt;.</translation>
  </message>
  <message>
   <source>Query times key, before scaling.</source>
   <translation>Consulta por clave, antes de la escala.</translation>
  </message>
  <message>
   <source>Rank of the written token among the recorded candidates.</source>
   <translation>Rango del token escrito entre los candidatos que se grabaron.</translation>
  </message>
  <message>
   <source>Row of the token in the vocabulary.</source>
   <translation>Fila del token en la tabla del vocabulario.</translation>
  </message>
  <message>
   <source>The entropy of the row measures how spread out it is: 0 bits = all on one token, 1 bit = as if evenly on two tokens, 2 bits = on four.</source>
   <translation>La entropía de la fila dice cuán repartida está: 0 bits = un solo token lo tiene todo, 1 bit = como si fueran dos tokens por igual, 2 bits = cuatro.</translation>
  </message>
  <message>
   <source>The input of the softmax; −∞ gives a weight of exactly 0.</source>
   <translation>La entrada del softmax; −∞ da un peso de exactamente 0.</translation>
  </message>
  <message>
   <source>The length of the vector passed on, before W_O (Kobayashi et al. 2020).</source>
   <translation>La longitud del vector que se entrega, antes de W_O (Kobayashi et al. 2020).</translation>
  </message>
  <message>
   <source>The number shown here; below it, those of one head.</source>
   <translation>El número que se muestra aquí; debajo, los de una cabeza.</translation>
  </message>
  <message>
   <source>The raw score: this model does not scale its scores.</source>
   <translation>La puntuación tal cual: este modelo no escala sus puntuaciones.</translation>
  </message>
  <message>
   <source>The score ÷ the square root of the head width, which is not in this recording.</source>
   <translation>La puntuación ÷ la raíz de la anchura de una cabeza, que no está en esta grabación.</translation>
  </message>
  <message>
   <source>The score ÷ {root}, the square root of the model's width.</source>
   <translation>La puntuación ÷ {root}, la raíz de la anchura del modelo.</translation>
  </message>
  <message>
   <source>The score ÷ {root}; each head has width {width}.</source>
   <translation>La puntuación ÷ {root}; cada cabeza tiene anchura {width}.</translation>
  </message>
  <message>
   <source>Whether this row may read this token.</source>
   <translation>Si esta fila puede leer este token.</translation>
  </message>
  <message>
   <source>after the mask</source>
   <translation>tras la máscara</translation>
  </message>
  <message>
   <source>beyond {number}</source>
   <translation>más allá de {number}</translation>
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
   <source>entropy</source>
   <translation>entropía</translation>
  </message>
  <message>
   <source>index</source>
   <translation>índice</translation>
  </message>
  <message>
   <source>log-probability</source>
   <translation>probabilidad logarítmica</translation>
  </message>
  <message>
   <source>mask</source>
   <translation>máscara</translation>
  </message>
  <message>
   <source>one word ({bits} bits)</source>
   <translation>una palabra ({bits} bits)</translation>
  </message>
  <message>
   <source>probability</source>
   <translation>probabilidad</translation>
  </message>
  <message>
   <source>rank</source>
   <translation>rango</translation>
  </message>
  <message>
   <source>reads mostly</source>
   <translation>lee sobre todo</translation>
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
   <source>token id</source>
   <translation>identificador de token</translation>
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
   <source>written here</source>
   <translation>escrito aquí</translation>
  </message>
  <message>
   <source>written here: given, not chosen by the model</source>
   <translation>escrito aquí: dado, no elegido por el modelo</translation>
  </message>
  <message>
   <source>{number} bits</source>
   <translation>{number} bits</translation>
  </message>
  <message>
   <source>{number} words ({bits} bits)</source>
   <translation>{number} palabras ({bits} bits)</translation>
  </message>
 </context>
 <context>
  <name>inspector/inspector</name>
  <message>
   <source>Change it</source>
   <translation>Cambiarla</translation>
  </message>
  <message>
   <source>Inspector</source>
   <translation>Inspector</translation>
  </message>
  <message>
   <source>Opens the calculation of this cell; from there you can go on to the tensor, and back.</source>
   <translation>Abre el cálculo de esta celda; desde allí puedes seguir hasta el tensor, y volver.</translation>
  </message>
  <message>
   <source>Replace with</source>
   <translation>Sustituir por</translation>
  </message>
  <message>
   <source>Sets the weight or the mask of this cell.</source>
   <translation>Pone el peso o la máscara de esta celda.</translation>
  </message>
  <message>
   <source>What replaces the head's own pattern.</source>
   <translation>Lo que sustituye al patrón propio de la cabeza.</translation>
  </message>
 </context>
 <context>
  <name>inspector/sections</name>
  <message>
   <source>Candidates are not in this recording.</source>
   <translation>Los candidatos no están en esta grabación.</translation>
  </message>
  <message>
   <source>Candidates of this step</source>
   <translation>Candidatos de este paso</translation>
  </message>
  <message>
   <source>Click one to continue from it: both are kept.</source>
   <translation>Un clic en uno sigue con él: ambos textos se conservan.</translation>
  </message>
  <message>
   <source>It reads its own pattern again instead of {place}.</source>
   <translation>Vuelve a su propio patrón y deja de leer {place}.</translation>
  </message>
  <message>
   <source>It reads {place} instead of its own pattern, as chosen in Heads.</source>
   <translation>Lee {place} en vez de su propio patrón, como se elige en Cabezas.</translation>
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
   <source>Nothing is pinned: this is the strongest cell of the current step's row.</source>
   <translation>No hay nada fijado: esta es la celda más fuerte de la fila del paso actual.</translation>
  </message>
  <message>
   <source>Nothing is pinned: this is the word that the current step's row reads most. End tokens and punctuation may have more weight.</source>
   <translation>No hay nada fijado: esta es la palabra que más lee la fila del paso actual. Finales y puntuación pueden pesar más.</translation>
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
   <source>Numbers of the step</source>
   <translation>Números del paso</translation>
  </message>
  <message>
   <source>Of the finished text, with later tokens visible.</source>
   <translation>Del texto terminado, con los tokens posteriores visibles.</translation>
  </message>
  <message>
   <source>Point at a cell or a token</source>
   <translation>Señala una celda o un token</translation>
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
   <source>Restore</source>
   <translation>Restaurar</translation>
  </message>
  <message>
   <source>Restores its output.</source>
   <translation>Restaura su salida.</translation>
  </message>
  <message>
   <source>Sets its output to 0 to show what the model loses.</source>
   <translation>Pone su salida a 0 para ver qué pierde el modelo.</translation>
  </message>
  <message>
   <source>Step {step} writes</source>
   <translation>El paso {step} escribe</translation>
  </message>
  <message>
   <source>Step {step}: what comes after “{token}”?</source>
   <translation>Paso {step}: ¿qué sigue a “{token}”?</translation>
  </message>
  <message>
   <source>Switch head on</source>
   <translation>Encender la cabeza</translation>
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
   <source>The candidates for the next token appear here.</source>
   <translation>Aquí aparecen los candidatos al token siguiente.</translation>
  </message>
  <message>
   <source>The cell under the pointer. Click to pin it.</source>
   <translation>La celda bajo el puntero. Un clic la fija.</translation>
  </message>
  <message>
   <source>The first token is given, not chosen.</source>
   <translation>El primer token está dado, no elegido.</translation>
  </message>
  <message>
   <source>The first {number} tokens are given, not chosen.</source>
   <translation>Los primeros {number} tokens están dados, no elegidos.</translation>
  </message>
  <message>
   <source>The rows that read this token</source>
   <translation>Qué filas leen este token</translation>
  </message>
  <message>
   <source>There is nothing to translate: the end is given, not chosen.</source>
   <translation>No hay nada que traducir: el final está dado, no elegido.</translation>
  </message>
  <message>
   <source>This cell stays until you pin another. Esc unpins it.</source>
   <translation>Esta celda se queda hasta que fijes otra. Esc la suelta.</translation>
  </message>
  <message>
   <source>This head</source>
   <translation>Esta cabeza</translation>
  </message>
  <message>
   <source>This step</source>
   <translation>Este paso</translation>
  </message>
  <message>
   <source>What this row reads</source>
   <translation>Qué lee esta fila</translation>
  </message>
  <message>
   <source>is read by</source>
   <translation>es leído por</translation>
  </message>
  <message>
   <source>pinned</source>
   <translation>fijada</translation>
  </message>
  <message>
   <source>pointed at</source>
   <translation>señalada</translation>
  </message>
  <message>
   <source>reads</source>
   <translation>lee</translation>
  </message>
  <message>
   <source>strongest</source>
   <translation>la más fuerte</translation>
  </message>
  <message>
   <source>strongest word</source>
   <translation>palabra más fuerte</translation>
  </message>
 </context>
 <context>
  <name>lessons/authoring/author</name>
  <message>
   <source>A PDF: a page for each scene, and one for each answer</source>
   <translation>Un PDF: una página por escena y otra por respuesta</translation>
  </message>
  <message>
   <source>Add this window</source>
   <translation>Añadir esta ventana</translation>
  </message>
  <message>
   <source>Adds the current window as a scene after the selected one</source>
   <translation>Añade la ventana actual como escena tras la elegida</translation>
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
   <source>Deletes the selected scene</source>
   <translation>Elimina la escena elegida</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>Duplicar</translation>
  </message>
  <message>
   <source>Duplicates the selected scene</source>
   <translation>Duplica la escena elegida</translation>
  </message>
  <message>
   <source>Earlier</source>
   <translation>Antes</translation>
  </message>
  <message>
   <source>Language you are writing in</source>
   <translation>Idioma en que escribes</translation>
  </message>
  <message>
   <source>Later</source>
   <translation>Después</translation>
  </message>
  <message>
   <source>Makes the answer show what the window shows now</source>
   <translation>Hace que la respuesta muestre lo que ahora muestra la ventana</translation>
  </message>
  <message>
   <source>Makes the selected scene show what the window shows now</source>
   <translation>Hace que la escena elegida muestre lo que ahora muestra la ventana</translation>
  </message>
  <message>
   <source>Markdown: **strong**, *emphasis*, `token`, lists with “- ”. The model's answers are measured when you save.</source>
   <translation>Markdown: **fuerte**, *énfasis*, `token`, listas con “- ”. Las respuestas del modelo se miden al guardar.</translation>
  </message>
  <message>
   <source>Notes for you, on the second screen</source>
   <translation>Notas para ti, en la segunda pantalla</translation>
  </message>
  <message>
   <source>One file that opens anywhere headscope runs</source>
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
   <source>Redoes the change that was undone</source>
   <translation>Rehace el cambio deshecho</translation>
  </message>
  <message>
   <source>Scenes</source>
   <translation>Escenas</translation>
  </message>
  <message>
   <source>Set up the window as the class should see it, then press “Add this window”: it becomes the first scene.</source>
   <translation>Prepara la ventana como deba verla la clase y pulsa “Añadir esta ventana”: será la primera escena.</translation>
  </message>
  <message>
   <source>Show</source>
   <translation>Mostrar</translation>
  </message>
  <message>
   <source>Shows the selected scene in the window</source>
   <translation>Muestra en la ventana la escena elegida</translation>
  </message>
  <message>
   <source>Slides…</source>
   <translation>Diapositivas…</translation>
  </message>
  <message>
   <source>Take the window</source>
   <translation>Tomar la ventana</translation>
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
   <source>Undoes the last change</source>
   <translation>Deshace el último cambio</translation>
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
   <source>how many tokens it is</source>
   <translation>cuántos tokens son</translation>
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
   <source>the result of einsum</source>
   <translation>el resultado de einsum</translation>
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
   <source>untitled</source>
   <translation>sin título</translation>
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
  <name>lessons/authoring/draft</name>
  <message>
   <source>What you had made is kept in {path}.</source>
   <translation>Lo que habías hecho se guarda en {path}.</translation>
  </message>
  <message>
   <source>Your lesson cannot be read: {message}</source>
   <translation>Tu lección no se puede leer: {message}</translation>
  </message>
  <message>
   <source>{name} holds something else; your lesson is kept in {path}.</source>
   <translation>{name} contiene otra cosa; tu lección se guarda en {path}.</translation>
  </message>
 </context>
 <context>
  <name>lessons/authoring/own</name>
  <message>
   <source>Lesson (*.json)</source>
   <translation>Lección (*.json)</translation>
  </message>
  <message>
   <source>Save the lesson</source>
   <translation>Guardar la lección</translation>
  </message>
  <message>
   <source>Save the slides</source>
   <translation>Guardar las diapositivas</translation>
  </message>
  <message>
   <source>Scene {number} of your lesson is this window. Edit its text in File ▸ Your lesson….</source>
   <translation>La escena {number} de tu lección es esta ventana. Edita su texto en Archivo ▸ Tu lección….</translation>
  </message>
  <message>
   <source>Slides (*.pdf)</source>
   <translation>Diapositivas (*.pdf)</translation>
  </message>
  <message>
   <source>Your lesson is not kept for the next start: {error}</source>
   <translation>Tu lección no se conserva para el próximo inicio: {error}</translation>
  </message>
  <message>
   <source>{name} is being drawn.</source>
   <translation>Se está dibujando {name}.</translation>
  </message>
  <message>
   <source>{name} is incomplete</source>
   <translation>{name} no está completo</translation>
  </message>
  <message>
   <source>{name} is saved, its answers measured.</source>
   <translation>{name} está guardado, con sus respuestas medidas.</translation>
  </message>
  <message>
   <source>{name} is saved, its answers measured; {number} of its scenes cannot be asked.</source>
   <translation>{name} está guardado, con sus respuestas medidas; {number} de sus escenas no se pueden preguntar.</translation>
  </message>
 </context>
 <context>
  <name>lessons/cards</name>
  <message>
   <source>Add this window as a scene</source>
   <translation>Añadir esta ventana como escena</translation>
  </message>
  <message>
   <source>Lessons</source>
   <translation>Lecciones</translation>
  </message>
  <message>
   <source>Lessons play in this window on the live model, offline. You can use everything meanwhile; Esc leaves.</source>
   <translation>Cada una se reproduce en esta ventana con el modelo en vivo, sin conexión. Mientras, puedes usarlo todo; Esc sale.</translation>
  </message>
  <message>
   <source>Make your own: set up the window as you want it and add it as a scene. Save it: one file that opens anywhere.</source>
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
   <source>Starts a lesson of your own, or adds to it</source>
   <translation>Empieza una lección tuya, o la amplía</translation>
  </message>
  <message>
   <source>{number} min</source>
   <translation>{number} min</translation>
  </message>
  <message>
   <source>{title}, {number} minutes</source>
   <translation>{title}, {number} minutos</translation>
  </message>
 </context>
 <context>
  <name>lessons/checking</name>
  <message>
   <source>This cannot be asked: {message}.</source>
   <translation>Esto no se puede preguntar: {message}.</translation>
  </message>
  <message>
   <source>This cannot be shown: {message}.</source>
   <translation>Esto no se puede mostrar: {message}.</translation>
  </message>
  <message>
   <source>This is not the model the lesson was made with ({hash}).</source>
   <translation>El modelo no es el mismo con el que se hizo la lección ({hash}).</translation>
  </message>
 </context>
 <context>
  <name>lessons/desk</name>
  <message>
   <source>A lesson is open: Esc leaves it.</source>
   <translation>Hay una lección abierta: Esc la termina.</translation>
  </message>
  <message>
   <source>All answers of this lesson are the same as when it was saved.</source>
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
   <source>One answer of this lesson changed with the model or cannot be asked: scene {scenes}.</source>
   <translation>De esta lección, una respuesta cambió con el modelo o no se puede preguntar: escena {scenes}.</translation>
  </message>
  <message>
   <source>The answers of this lesson could not be checked: {reason}</source>
   <translation>No se pudieron comprobar las respuestas de esta lección: {reason}</translation>
  </message>
  <message>
   <source>{name} cannot be played yet, so it is open for editing. {message}.</source>
   <translation>{name} todavía no se puede reproducir; por eso se abre para editarla. {message}.</translation>
  </message>
  <message>
   <source>{number} answers of this lesson changed with the model or cannot be asked: scenes {scenes}.</source>
   <translation>De esta lección, {number} respuestas cambiaron con el modelo o no se pueden preguntar: escenas {scenes}.</translation>
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
   <source>Answer: {answer}</source>
   <translation>Respuesta: {answer}</translation>
  </message>
  <message>
   <source>Next: {title}</source>
   <translation>Siguiente: {title}</translation>
  </message>
  <message>
   <source>No lesson is open.</source>
   <translation>No hay ninguna lección abierta.</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>Notas</translation>
  </message>
  <message>
   <source>X: the picture and these notes change places</source>
   <translation>X: la imagen y estas notas cambian de lugar</translation>
  </message>
 </context>
 <context>
  <name>lessons/overlays</name>
  <message>
   <source>PgDn PgUp scenes · Enter answer · S spotlight · B black · F1 every key · Esc ends</source>
   <translation>RePág AvPág escenas · Intro respuesta · S foco · B negro · F1 todas las teclas · Esc termina</translation>
  </message>
  <message>
   <source>S spotlight · B black · P pen · N next sentence · F1 every key · Esc ends</source>
   <translation>S foco · B negro · P lápiz · N frase siguiente · F1 todas las teclas · Esc termina</translation>
  </message>
  <message>
   <source>The pen marks cells of a map: this view has none</source>
   <translation>El lápiz marca celdas de un mapa: esta vista no tiene ninguno</translation>
  </message>
  <message>
   <source>The spotlight is on the row of the step: this view has none</source>
   <translation>El foco ilumina la fila del paso: esta vista no tiene ninguna</translation>
  </message>
 </context>
 <context>
  <name>lessons/panel</name>
  <message>
   <source>Answers “{answer}” ({number})</source>
   <translation>Responde “{answer}” ({number})</translation>
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
   <source>Each number key counts one vote; the answer with the most votes is taken.</source>
   <translation>Cada tecla de número cuenta un voto de la clase; la respuesta es la más votada.</translation>
  </message>
  <message>
   <source>Ends the lesson (Esc)</source>
   <translation>Termina la lección (Esc)</translation>
  </message>
  <message>
   <source>Enter asks something else</source>
   <translation>Intro pregunta otra cosa</translation>
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
   <source>Lesson</source>
   <translation>Lección</translation>
  </message>
  <message>
   <source>Number of tokens</source>
   <translation>Número de tokens</translation>
  </message>
  <message>
   <source>Reveal  ⏎</source>
   <translation>Revelar  ⏎</translation>
  </message>
  <message>
   <source>Scene {number} of {all} · {title}</source>
   <translation>Escena {number} de {all} · {title}</translation>
  </message>
  <message>
   <source>Scene {number} of {all}: {title}</source>
   <translation>Escena {number} de {all}: {title}</translation>
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
   <source>So far: {right} of {all}</source>
   <translation>Hasta ahora: {right} de {all}</translation>
  </message>
  <message>
   <source>The next scene (→, PgDn)</source>
   <translation>La escena siguiente (→, AvPág)</translation>
  </message>
  <message>
   <source>The previous scene (←, PgUp)</source>
   <translation>La escena anterior (←, RePág)</translation>
  </message>
  <message>
   <source>Your answer as a number; Enter shows the answer.</source>
   <translation>Tu respuesta como número; Intro muestra la respuesta.</translation>
  </message>
  <message>
   <source>or click a column</source>
   <translation>o haz clic en una columna</translation>
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
   <source>or type the number</source>
   <translation>o escribe el número</translation>
  </message>
  <message>
   <source>{answer}, key {number}</source>
   <translation>{answer}, tecla {number}</translation>
  </message>
 </context>
 <context>
  <name>lessons/player</name>
  <message>
   <source>This lesson was made with another “{name}” ({hash}): what it says may not apply.</source>
   <translation>Esta lección se hizo con otro “{name}” ({hash}): puede que lo que dice no se cumpla.</translation>
  </message>
  <message>
   <source>guess</source>
   <translation>adivinar</translation>
  </message>
  <message>
   <source>leave the lesson</source>
   <translation>salir de la lección</translation>
  </message>
  <message>
   <source>scene {number}</source>
   <translation>escena {number}</translation>
  </message>
  <message>
   <source>there is no picture of this text yet</source>
   <translation>todavía no hay imagen de este texto</translation>
  </message>
 </context>
 <context>
  <name>lessons/questions</name>
  <message>
   <source>This answer changed with the model: it was “{before}”, it is “{answer}” ({numbers}).</source>
   <translation>Esta respuesta cambió con el modelo: era “{before}”, es “{answer}” ({numbers}).</translation>
  </message>
  <message>
   <source>a recording is not computed, so no head can be switched off in it</source>
   <translation>una grabación no se calcula, así que en ella no se puede apagar ninguna cabeza</translation>
  </message>
  <message>
   <source>no head has an effect there</source>
   <translation>ahí no tiene efecto ninguna cabeza</translation>
  </message>
  <message>
   <source>none of the options matches the scene's text or model</source>
   <translation>ninguna de las opciones es el texto o el modelo de la escena</translation>
  </message>
  <message>
   <source>nothing is written</source>
   <translation>no hay nada escrito</translation>
  </message>
  <message>
   <source>queries and keys were not recorded</source>
   <translation>no se grabaron consultas ni claves</translation>
  </message>
  <message>
   <source>the effects of the heads are not ready yet</source>
   <translation>los efectos de las cabezas todavía no están listos</translation>
  </message>
  <message>
   <source>the known einsum lines are {lines}</source>
   <translation>las líneas de einsum conocidas son {lines}</translation>
  </message>
  <message>
   <source>the other text is not ready yet</source>
   <translation>el otro texto todavía no está listo</translation>
  </message>
  <message>
   <source>the scene is about a head that this model does not have</source>
   <translation>la escena trata de una cabeza que este modelo no tiene</translation>
  </message>
  <message>
   <source>the target is typed, so the next token is already known</source>
   <translation>el destino está escrito a mano, así que ya se sabe qué token sigue</translation>
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
  <name>lessons/tours/tour</name>
  <message>
   <source>Back</source>
   <translation>Atrás</translation>
  </message>
  <message>
   <source>Brings this stop's part into view</source>
   <translation>Trae a la vista la parte de esta parada</translation>
  </message>
  <message>
   <source>End the tour</source>
   <translation>Terminar la visita</translation>
  </message>
  <message>
   <source>Ends the tour; what you did is kept (Esc)</source>
   <translation>Termina la visita; lo que hiciste se queda (Esc)</translation>
  </message>
  <message>
   <source>F2 moves to the part and back.</source>
   <translation>F2 va a la parte y vuelve.</translation>
  </message>
  <message>
   <source>Finish</source>
   <translation>Terminar</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>Siguiente</translation>
  </message>
  <message>
   <source>Show it</source>
   <translation>Mostrarla</translation>
  </message>
  <message>
   <source>The next stop</source>
   <translation>La parada siguiente</translation>
  </message>
  <message>
   <source>The previous stop</source>
   <translation>La parada anterior</translation>
  </message>
  <message>
   <source>This part is not on the screen now.</source>
   <translation>Esta parte no está ahora en la pantalla.</translation>
  </message>
  <message>
   <source>Tour, {number} of {count}: {title}</source>
   <translation>Visita guiada, {number} de {count}: {title}</translation>
  </message>
  <message>
   <source>{number} of {count}</source>
   <translation>{number} de {count}</translation>
  </message>
  <message>
   <source>✓ done</source>
   <translation>✓ hecho</translation>
  </message>
 </context>
 <context>
  <name>lessons/tours/tour_stops</name>
  <message>
   <source>A row is a token that is written, a column one that is read; the stronger the colour, the more it is read. Click a cell to see its numbers on the right.</source>
   <translation>Una fila es un token que se escribe; una columna, uno que se lee; cuanto más fuerte el color, más se lee. Haz clic en una celda: sus números están a la derecha.</translation>
  </message>
  <message>
   <source>Each chip is one piece of your text; chips without a gap belong to the same word. Click one to mark it in every picture.</source>
   <translation>Cada ficha es una pieza de tu texto; las fichas sin hueco son de la misma palabra. Haz clic en una: queda marcada en todas las imágenes.</translation>
  </message>
  <message>
   <source>Each small map is one attention head; rows are layers. Click one, or use the arrow keys.</source>
   <translation>Cada mapa pequeño es una cabeza de atención; las filas son capas. Haz clic en uno, o usa las flechas.</translation>
  </message>
  <message>
   <source>Each view answers a different question about what the model just did. Open Lines.</source>
   <translation>Cada vista responde a otra pregunta sobre lo que el modelo acaba de hacer. Abre Líneas.</translation>
  </message>
  <message>
   <source>Every head at once</source>
   <translation>Todas las cabezas a la vez</translation>
  </message>
  <message>
   <source>Everything can be undone</source>
   <translation>Todo se puede deshacer</translation>
  </message>
  <message>
   <source>Find anything lists every command, head and sentence. Next to it, you choose how much is on the screen. Help has lessons, the glossary, all keys, and this tour.</source>
   <translation>Buscar lo que sea enumera todos los comandos, cabezas y frases. Al lado eliges cuánto se ve en la pantalla. Ayuda tiene lecciones, el glosario, todas las teclas y esta visita.</translation>
  </message>
  <message>
   <source>One token at a time</source>
   <translation>Un token cada vez</translation>
  </message>
  <message>
   <source>Other views of the same run</source>
   <translation>Otras vistas de la misma ejecución</translation>
  </message>
  <message>
   <source>Switch it off: the model translates again without it, and you see what changes. M does the same.</source>
   <translation>Apágala: el modelo vuelve a traducir sin ella, y ves qué cambia. M hace lo mismo.</translation>
  </message>
  <message>
   <source>The model reads pieces</source>
   <translation>El modelo lee piezas</translation>
  </message>
  <message>
   <source>The translation is written token by token. Step back or forward, or drag the slider. Outside text boxes, the comma and the full stop do the same.</source>
   <translation>La traducción se escribe token a token. Ve un paso atrás o adelante, o arrastra el control. Fuera de los textos, la coma y el punto hacen lo mismo.</translation>
  </message>
  <message>
   <source>These are the most probable tokens of this step. Click another one to continue from there.</source>
   <translation>Estos son los tokens más probables de este paso. Haz clic en otro: el modelo sigue desde ahí.</translation>
  </message>
  <message>
   <source>Type a sentence</source>
   <translation>Escribe una frase</translation>
  </message>
  <message>
   <source>What does this head do?</source>
   <translation>¿Qué hace esta cabeza?</translation>
  </message>
  <message>
   <source>What else could be written</source>
   <translation>Qué otra cosa podría escribirse</translation>
  </message>
  <message>
   <source>Where to go from here</source>
   <translation>Adónde ir desde aquí</translation>
  </message>
  <message>
   <source>Who reads whom</source>
   <translation>Quién lee a quién</translation>
  </message>
  <message>
   <source>Write your own sentence here. The model translates while you type, and every picture follows.</source>
   <translation>Escribe aquí tu propia frase. El modelo traduce mientras escribes, y todas las imágenes lo siguen.</translation>
  </message>
  <message>
   <source>Your changes to the model are listed here; click one to remove it. Ctrl+Z undoes anything.</source>
   <translation>Lo que cambies en el modelo aparecerá aquí; un clic lo retira. Ctrl+Z deshace cualquier cosa.</translation>
  </message>
 </context>
 <context>
  <name>maps/head_filter_card</name>
  <message>
   <source>In its unit; effects are changes of log-probability.</source>
   <translation>En su unidad; los efectos son cambios de la probabilidad logarítmica.</translation>
  </message>
  <message>
   <source>Layer</source>
   <translation>Capa</translation>
  </message>
  <message>
   <source>Lists only the heads of one attention or layer, or those with enough of a measure or effect.</source>
   <translation>Muestra solo las cabezas de una atención, de una capa, o con bastante de una medida o un efecto.</translation>
  </message>
  <message>
   <source>Lists only the heads of one attention.</source>
   <translation>Muestra solo las cabezas de una atención.</translation>
  </message>
  <message>
   <source>Lists only the heads of one layer.</source>
   <translation>Muestra solo las cabezas de una capa.</translation>
  </message>
  <message>
   <source>Removes the filter.</source>
   <translation>Quita el filtro.</translation>
  </message>
  <message>
   <source>The measure or effect that the filter tests.</source>
   <translation>La medida o el efecto por el que se filtra.</translation>
  </message>
  <message>
   <source>Whether the number is a minimum or a maximum.</source>
   <translation>Si el número es el mínimo o el máximo.</translation>
  </message>
  <message>
   <source>Which heads are listed</source>
   <translation>Qué cabezas se muestran</translation>
  </message>
  <message>
   <source>With</source>
   <translation>Con</translation>
  </message>
  <message>
   <source>all</source>
   <comment>of the attentions</comment>
   <translation>todas</translation>
  </message>
  <message>
   <source>all</source>
   <comment>of the layers</comment>
   <translation>todas</translation>
  </message>
  <message>
   <source>anything</source>
   <translation>lo que sea</translation>
  </message>
  <message>
   <source>that is</source>
   <translation>que es</translation>
  </message>
  <message>
   <source>the number</source>
   <translation>el número</translation>
  </message>
  <message>
   <source>unknown for these heads</source>
   <translation>se desconoce de estas cabezas</translation>
  </message>
  <message>
   <source>≤ at most</source>
   <translation>≤ como máximo</translation>
  </message>
  <message>
   <source>≥ at least</source>
   <translation>≥ como mínimo</translation>
  </message>
 </context>
 <context>
  <name>maps/head_grid</name>
  <message>
   <source>All heads: rows are layers, columns are heads</source>
   <translation>Todas las cabezas: las filas son capas, las columnas son cabezas</translation>
  </message>
 </context>
 <context>
  <name>maps/legend</name>
  <message>
   <source>What the colours mean</source>
   <translation>Qué significan los colores</translation>
  </message>
  <message>
   <source>hatched: {reason}</source>
   <translation>rayado: {reason}</translation>
  </message>
  <message>
   <source>{least} to {most}</source>
   <translation>de {least} a {most}</translation>
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
  <name>model_core/analysis/alignment</name>
  <message>
   <source>line {number}: a link points outside the {source_count} source and {target_count} target words</source>
   <translation>línea {number}: un enlace señala fuera de las {source_count} palabras de origen y {target_count} de destino</translation>
  </message>
  <message>
   <source>{links_count:,} lines of links for {pairs_count:,} sentence pairs; each pair needs one line</source>
   <translation>líneas de enlaces: {links_count:,}, pares de frases: {pairs_count:,}; cada par necesita una línea</translation>
  </message>
  <message>
   <source>{name} has {found_count:,} lines; the limit is {most_texts:,}</source>
   <translation>{name} tiene {found_count:,} líneas; como máximo se admiten {most_texts:,}</translation>
  </message>
  <message>
   <source>{name}, line {number}: {reason}</source>
   <translation>{name}, línea {number}: {reason}</translation>
  </message>
 </context>
 <context>
  <name>model_core/analysis/contributions</name>
  <message>
   <source>an activation of another text is patched in: what it adds comes from no token here</source>
   <translation>hay una activación tomada de otro texto: lo que aporta no viene de ningún token de aquí</translation>
  </message>
  <message>
   <source>the contributions to {path} do not sum to its output: a value was set by hand, or padding is read</source>
   <translation>las aportaciones a {path} no suman su salida: un valor se fijó a mano, o se lee relleno</translation>
  </message>
  <message>
   <source>this text is too long to compute its attention paths</source>
   <translation>este texto es demasiado largo para calcular sus caminos de atención</translation>
  </message>
  <message>
   <source>{missing} was not recorded</source>
   <translation>{missing} no se grabó</translation>
  </message>
 </context>
 <context>
  <name>model_core/analysis/heads</name>
  <message>
   <source>agreement</source>
   <translation>acuerdo</translation>
  </message>
  <message>
   <source>alignment error rate when each target word is linked to its strongest source word (0: no errors)</source>
   <translation>tasa de error de alineación al enlazar cada palabra de destino con su palabra de origen más fuerte (0: sin errores)</translation>
  </message>
  <message>
   <source>breadth</source>
   <translation>amplitud</translation>
  </message>
  <message>
   <source>coverage</source>
   <translation>cobertura</translation>
  </message>
  <message>
   <source>diagonal +1</source>
   <translation>diagonal +1</translation>
  </message>
  <message>
   <source>diagonal +2</source>
   <translation>diagonal +2</translation>
  </message>
  <message>
   <source>diagonal +3</source>
   <translation>diagonal +3</translation>
  </message>
  <message>
   <source>diagonal -1</source>
   <translation>diagonal -1</translation>
  </message>
  <message>
   <source>diagonal -2</source>
   <translation>diagonal -2</translation>
  </message>
  <message>
   <source>diagonal -3</source>
   <translation>diagonal -3</translation>
  </message>
  <message>
   <source>entropy as a share of the maximum for a row of its length</source>
   <translation>entropía como parte de la máxima que puede tener una fila de su longitud</translation>
  </message>
  <message>
   <source>error rate</source>
   <translation>tasa de error</translation>
  </message>
  <message>
   <source>first</source>
   <translation>primero</translation>
  </message>
  <message>
   <source>forward</source>
   <translation>avance</translation>
  </message>
  <message>
   <source>how spread the weight of a row is</source>
   <translation>cuán repartido está el peso de una fila</translation>
  </message>
  <message>
   <source>next</source>
   <translation>siguiente</translation>
  </message>
  <message>
   <source>same</source>
   <translation>mismo</translation>
  </message>
  <message>
   <source>share of links</source>
   <translation>parte de los enlaces</translation>
  </message>
  <message>
   <source>share of steps</source>
   <translation>parte de los pasos</translation>
  </message>
  <message>
   <source>share of weight</source>
   <translation>parte del peso</translation>
  </message>
  <message>
   <source>source tokens that receive a total weight of 1; smaller totals count in part</source>
   <translation>tokens del origen leídos con un peso total de 1; las sumas menores cuentan en parte</translation>
  </message>
  <message>
   <source>steps after which the position read does not move backwards</source>
   <translation>pasos tras los cuales el lugar leído no retrocede</translation>
  </message>
  <message>
   <source>weight 1 token after the diagonal</source>
   <translation>peso 1 token después de la diagonal</translation>
  </message>
  <message>
   <source>weight 1 token before the diagonal</source>
   <translation>peso 1 token antes de la diagonal</translation>
  </message>
  <message>
   <source>weight 2 tokens after the diagonal</source>
   <translation>peso 2 tokens después de la diagonal</translation>
  </message>
  <message>
   <source>weight 2 tokens before the diagonal</source>
   <translation>peso 2 tokens antes de la diagonal</translation>
  </message>
  <message>
   <source>weight 3 tokens after the diagonal</source>
   <translation>peso 3 tokens después de la diagonal</translation>
  </message>
  <message>
   <source>weight 3 tokens before the diagonal</source>
   <translation>peso 3 tokens antes de la diagonal</translation>
  </message>
  <message>
   <source>weight at the same relative position in source and target</source>
   <translation>peso a la misma fracción del camino por origen y destino</translation>
  </message>
  <message>
   <source>weight of a row's strongest key</source>
   <translation>peso de la clave más fuerte de una fila</translation>
  </message>
  <message>
   <source>weight on a source word with the same spelling, such as a name</source>
   <translation>peso en una palabra del origen que se escribe igual, como los nombres</translation>
  </message>
  <message>
   <source>weight on other occurrences of the row's own token</source>
   <translation>peso en otros lugares del propio token de la fila</translation>
  </message>
  <message>
   <source>weight on punctuation</source>
   <translation>peso en los signos de puntuación</translation>
  </message>
  <message>
   <source>weight on the diagonal from the last source token</source>
   <translation>peso en la diagonal desde el último token del origen</translation>
  </message>
  <message>
   <source>weight on the end-of-sentence token, the last token of the source</source>
   <translation>peso en el fin de frase, el último token del origen</translation>
  </message>
  <message>
   <source>weight on the first token</source>
   <translation>peso en el primer token</translation>
  </message>
  <message>
   <source>weight on the next token</source>
   <translation>peso en el token siguiente</translation>
  </message>
  <message>
   <source>weight on the previous token</source>
   <translation>peso en el token anterior</translation>
  </message>
  <message>
   <source>weight on the row's own token</source>
   <translation>peso en el token de la propia fila</translation>
  </message>
  <message>
   <source>weight on the token that followed an earlier occurrence of the row's own token</source>
   <translation>peso en el token que seguía a una aparición anterior del propio token de la fila</translation>
  </message>
  <message>
   <source>weight that linked target words put on the source words they are linked to</source>
   <translation>peso que las palabras de destino enlazadas ponen en las palabras de origen con las que se enlazan</translation>
  </message>
 </context>
 <context>
  <name>model_core/analysis/heads/query_key_plane</name>
  <message>
   <source>some of this head's queries or keys are NaN or infinite</source>
   <translation>algunas consultas o claves de esta cabeza son NaN o infinitas</translation>
  </message>
  <message>
   <source>this head's queries and keys were not recorded</source>
   <translation>no se grabaron las consultas ni las claves de esta cabeza</translation>
  </message>
 </context>
 <context>
  <name>model_core/analysis/score_parts</name>
  <message>
   <source>after the first layer every vector is a mixture of tokens and positions</source>
   <translation>tras la primera capa cada vector es una mezcla de tokens y posiciones</translation>
  </message>
  <message>
   <source>the query has already read other tokens: it is no longer one token plus its position</source>
   <translation>la consulta ya ha leído otros tokens: ya no es un token más su posición</translation>
  </message>
  <message>
   <source>this model adds no positions to its tokens</source>
   <translation>este modelo no suma posiciones a sus tokens</translation>
  </message>
  <message>
   <source>this model’s norm does not divide token and position by a single statistic of their sum</source>
   <translation>la norma de este modelo no divide token y posición por una sola estadística de su suma</translation>
  </message>
  <message>
   <source>this run’s edits patch in the input of another text in place of token plus position</source>
   <translation>los cambios de esta ejecución ponen la entrada de otro texto en lugar de token más posición</translation>
  </message>
  <message>
   <source>token and position are normalised together first</source>
   <translation>antes se normalizan juntos token y posición</translation>
  </message>
 </context>
 <context>
  <name>model_core/analysis/survey_result</name>
  <message>
   <source>in {tables}, {name} contains NaN or infinity</source>
   <translation>en {tables}, {name} contiene NaN o infinito</translation>
  </message>
  <message>
   <source>in {tables}, {name} {said}; expected float32 of shape {shape}</source>
   <translation>en {tables}, {name} {said}; se necesita float32 de forma {shape}</translation>
  </message>
  <message>
   <source>{result} has version {said}; this headscope reads version {version}</source>
   <translation>{result} tiene la versión {said}; este headscope lee la versión {version}</translation>
  </message>
  <message>
   <source>{result} is damaged: the sentences of {place} are missing</source>
   <translation>{result} está dañado: faltan las frases de {place}</translation>
  </message>
  <message>
   <source>{result} is damaged: {type_name} {error}</source>
   <translation>{result} está dañado: {type_name} {error}</translation>
  </message>
  <message>
   <source>{result} is not a survey result</source>
   <translation>{result} no es el resultado de un estudio</translation>
  </message>
  <message>
   <source>{tables} belongs to a different survey than {result}, or is damaged</source>
   <translation>{tables} pertenece a otro estudio que {result}, o está dañado</translation>
  </message>
  <message>
   <source>{tables} is damaged: its header is too long</source>
   <translation>{tables} está dañado: su cabecera es demasiado larga</translation>
  </message>
  <message>
   <source>{tables} is damaged: {error}</source>
   <translation>{tables} está dañado: {error}</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/checkpoint</name>
  <message>
   <source>cannot read {path}: {error}</source>
   <translation>no se puede leer {path}: {error}</translation>
  </message>
  <message>
   <source>{broken} has numbers that do not fit into {kind}; nothing was saved</source>
   <translation>{broken} contiene números que no caben en {kind}; no se guardó nada</translation>
  </message>
  <message>
   <source>{name} is missing</source>
   <translation>falta {name}</translation>
  </message>
  <message>
   <source>{name} is not part of this model</source>
   <translation>{name} no es parte de este modelo</translation>
  </message>
  <message>
   <source>{name}: entry {tensor} is damaged</source>
   <translation>{name}: la entrada {tensor} está dañada</translation>
  </message>
  <message>
   <source>{name}: {tensor} has shape {found}, but this model needs {shape}</source>
   <translation>{name}: {tensor} tiene la forma {found}, pero este modelo necesita {shape}</translation>
  </message>
  <message>
   <source>{name}: {tensor} has type {value}</source>
   <translation>{name}: {tensor} es del tipo {value}</translation>
  </message>
  <message>
   <source>{name}: {what} ({missing_count} missing, {extra_count} unexpected)</source>
   <translation>{name}: {what} (faltan {missing_count}, sobran {extra_count})</translation>
  </message>
  <message>
   <source>{path} cannot be read: {error}</source>
   <translation>{path} no se puede leer: {error}</translation>
  </message>
  <message>
   <source>{path} has {size:,} bytes, but its header describes {value:,}</source>
   <translation>{path} tiene {size:,} bytes, pero su cabecera describe {value:,}</translation>
  </message>
  <message>
   <source>{path} is not a safetensors file, or its header is incomplete</source>
   <translation>{path} no es un archivo safetensors, o su cabecera está incompleta</translation>
  </message>
  <message>
   <source>{path}: its header is not UTF-8</source>
   <translation>{path}: su cabecera no es UTF-8</translation>
  </message>
  <message>
   <source>{path}: its header is not a list of tensors</source>
   <translation>{path}: su cabecera no es una lista de tensores</translation>
  </message>
  <message>
   <source>{path}: {broken_count} of its tensors contain NaN or infinity, the first is {broken}</source>
   <translation>{path}: {broken_count} de sus tensores contienen NaN o infinito; el primero es {broken}</translation>
  </message>
  <message>
   <source>{tokenizer} has {own} entries, but the model has {size}</source>
   <translation>{tokenizer} tiene {own} entradas, pero el modelo {size}</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/connection</name>
  <message>
   <source>the connection was lost</source>
   <translation>se perdió la conexión</translation>
  </message>
  <message>
   <source>the name of the server was not found; this computer may not be connected to the internet</source>
   <translation>no se encontró el nombre del servidor; puede que este equipo no esté conectado a internet</translation>
  </message>
  <message>
   <source>the server did not answer in time</source>
   <translation>el servidor no respondió a tiempo</translation>
  </message>
  <message>
   <source>the server refused the connection</source>
   <translation>el servidor rechazó la conexión</translation>
  </message>
  <message>
   <source>the server's certificate is not valid here; this computer's clock may be wrong, or a network may ask its guests to log in</source>
   <translation>el certificado del servidor no es válido aquí; puede que el reloj de este equipo esté mal o que una red pida a sus invitados que inicien sesión</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/folder</name>
  <message>
   <source>headscope's bundled model is missing: reinstall headscope</source>
   <translation>falta el modelo incluido con headscope: instala headscope de nuevo</translation>
  </message>
  <message>
   <source>there is no model folder {folder}: choose another model</source>
   <translation>no existe la carpeta de modelo {folder}: elige otro modelo</translation>
  </message>
  <message>
   <source>{folder} has changed since this run was computed</source>
   <translation>{folder} ha cambiado desde que se calculó esta ejecución</translation>
  </message>
  <message>
   <source>{folder} has no spec.json, so it is not a model folder. To convert another program's checkpoint: headscope import SRC --out DIR</source>
   <translation>{folder} no tiene spec.json, así que no es una carpeta de modelo. Para convertir el checkpoint de otro programa: headscope import SRC --out DIR</translation>
  </message>
  <message>
   <source>{path} is a recording: it has the results of another program, not the model itself, so this command cannot run it. Give a model folder; the window, render and trace can show the recording</source>
   <translation>{path} es una grabación: contiene los resultados de otro programa, no el modelo, así que este comando no puede ejecutarlo. Indica una carpeta de modelo; la ventana, render y trace pueden mostrar la grabación</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/parameters</name>
  <message>
   <source>a recording has no weights</source>
   <translation>una grabación no tiene pesos</translation>
  </message>
  <message>
   <source>cannot read {folder}: {error}</source>
   <translation>no se puede leer {folder}: {error}</translation>
  </message>
  <message>
   <source>{folder} is too large to show its weights here</source>
   <translation>{folder} es demasiado grande para ver aquí sus pesos</translation>
  </message>
  <message>
   <source>{name} cannot be read from {parent}: {error}</source>
   <translation>{name} no se puede leer de {parent}: {error}</translation>
  </message>
  <message>
   <source>{path} has no {name} to show: {error}</source>
   <translation>{path} no tiene {name} para mostrar: {error}</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/pruning</name>
  <message>
   <source>nothing to prune: name heads or feed-forwards</source>
   <translation>no hay nada que podar: nombra cabezas o redes densas</translation>
  </message>
  <message>
   <source>this model has no part {name}{name2}</source>
   <translation>este modelo no tiene la parte {name}{name2}</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/published</name>
  <message>
   <source>HF_HUB_OFFLINE is set, so huggingface_hub uses no network</source>
   <translation>HF_HUB_OFFLINE está puesta, así que huggingface_hub no usa la red</translation>
  </message>
  <message>
   <source>downloading {size:,.1f} MB of {name} ({files}) into Hugging Face's cache, {folder}</source>
   <translation>descargando {size:,.1f} MB de {name} ({files}) en la caché de Hugging Face, {folder}</translation>
  </message>
  <message>
   <source>it needs {size:,.1f} MB, and {free:,.1f} MB are free</source>
   <translation>necesita {size:,.1f} MB y hay {free:,.1f} MB libres</translation>
  </message>
  <message>
   <source>only part of {name} is in Hugging Face's cache, and no more can be downloaded</source>
   <translation>solo una parte de {name} está en la caché de Hugging Face, y no se puede descargar más</translation>
  </message>
  <message>
   <source>the answer is not one of Hugging Face's server</source>
   <translation>la respuesta no es de un servidor de Hugging Face</translation>
  </message>
  <message>
   <source>the server answered with status {status}</source>
   <translation>el servidor respondió con el estado {status}</translation>
  </message>
  <message>
   <source>the weights of {source} are in several files. Save them as one, in transformers with model.save_pretrained(FOLDER, max_shard_size="100GB")</source>
   <translation>los pesos de {source} están en varios archivos. Guárdalos en uno solo; en transformers, con model.save_pretrained(FOLDER, max_shard_size="100GB")</translation>
  </message>
  <message>
   <source>there is no published model {name} that is open to everyone, and no file or folder of that name here. Check the spelling; for a private model log in with “hf auth login”</source>
   <translation>no hay ningún modelo publicado {name} abierto a todos, ni aquí un archivo o una carpeta con ese nombre. Revisa cómo está escrito; para un modelo privado inicia sesión con “hf auth login”</translation>
  </message>
  <message>
   <source>{config} is not a JSON object</source>
   <translation>{config} no es un objeto JSON</translation>
  </message>
  <message>
   <source>{name} does not fit on the disk of Hugging Face's cache, {folder}: {reason}. Free some space, or set HF_HUB_CACHE to a folder on another disk</source>
   <translation>{name} no cabe en el disco de la caché de Hugging Face, {folder}: {reason}. Libera espacio, o pon en HF_HUB_CACHE una carpeta de otro disco</translation>
  </message>
  <message>
   <source>{name} has an encoder and a decoder, but of a type ({what}) that headscope does not convert: it reads {families}. Its weights were not downloaded</source>
   <translation>{name} tiene un codificador y un decodificador, pero de un tipo ({what}) que headscope no convierte: lee {families}. Sus pesos no se descargaron</translation>
  </message>
  <message>
   <source>{name} has no revision {revision}</source>
   <translation>{name} no tiene la revisión {revision}</translation>
  </message>
  <message>
   <source>{name} has no {config}: it is not a model of the library transformers</source>
   <translation>{name} no tiene {config}: no es un modelo de la biblioteca transformers</translation>
  </message>
  <message>
   <source>{name} has none of {weights}</source>
   <translation>{name} no tiene ninguno de {weights}</translation>
  </message>
  <message>
   <source>{name} is given only to those whom its owners admit: ask for access on its page, log in with “hf auth login”, and try again</source>
   <translation>{name} solo se da a quienes admiten sus propietarios: pide acceso en su página, inicia sesión con “hf auth login” e inténtalo otra vez</translation>
  </message>
  <message>
   <source>{name} is not an encoder–decoder but a single stack: its config.json says {what}. Its weights were not downloaded</source>
   <translation>{name} no es un codificador-decodificador, sino una sola pila: su config.json dice {what}. Sus pesos no se descargaron</translation>
  </message>
  <message>
   <source>{name} is not on this computer, as a path or in Hugging Face's cache. To download it, install two libraries ({command}). Or download its files from its page into a folder and open that</source>
   <translation>{name} no está en este equipo, ni como ruta ni en la caché de Hugging Face. Para descargarlo, instala dos bibliotecas ({command}). O descarga sus archivos desde su página en una carpeta y abre esa carpeta</translation>
  </message>
  <message>
   <source>{name} is not on this computer, as a path or whole in Hugging Face's cache, and could not be downloaded: {reason}. Check the connection and try again; files that were complete are kept and not downloaded twice</source>
   <translation>{name} no está en este equipo, ni como ruta ni completo en la caché de Hugging Face, y no se pudo descargar: {reason}. Comprueba la conexión e inténtalo otra vez; los archivos que estaban completos se conservan y no se descargan dos veces</translation>
  </message>
  <message>
   <source>{path} has {st_size:,} bytes; the limit is {limit:,}</source>
   <translation>{path} tiene {st_size:,} bytes; como máximo se leen {limit:,}</translation>
  </message>
  <message>
   <source>{text} is not the name of a published model: give owner/name, such as Helsinki-NLP/opus-mt-en-es, optionally followed by @ and a revision</source>
   <translation>{text} no es el nombre de un modelo publicado: escribe propietario/nombre, como Helsinki-NLP/opus-mt-en-es, y si quieres después @ y una revisión</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/random_models</name>
  <message>
   <source>unknown words {words}; choose from {tasks}</source>
   <translation>palabras desconocidas {words}; elige entre {tasks}</translation>
  </message>
  <message>
   <source>{words} has {size} words, but {name} is {changes}: leave out one of the two</source>
   <translation>{words} tiene {size} palabras, pero {name} es {changes}: omite uno de los dos</translation>
  </message>
 </context>
 <context>
  <name>model_core/checkpoints/task_vocabulary</name>
  <message>
   <source>the starting model does not know the words of this task: {told}</source>
   <translation>el modelo desde el que se continúa no conoce las palabras de esta tarea: {told}</translation>
  </message>
  <message>
   <source>{name} is {id}, but the vocabulary has it at {own}: leave it out</source>
   <translation>{name} es {id}, pero en el vocabulario es {own}: omítelo</translation>
  </message>
 </context>
 <context>
  <name>model_core/decoding/decode</name>
  <message>
   <source>a probability at step {index} is NaN: the model's weights are damaged</source>
   <translation>una probabilidad del paso {index} es NaN: los pesos del modelo están dañados</translation>
  </message>
 </context>
 <context>
  <name>model_core/effects/patches</name>
  <message>
   <source>the text to patch from is longer than {max_positions} tokens</source>
   <translation>el texto del que se parchea tiene más de {max_positions} tokens</translation>
  </message>
  <message>
   <source>the text to patch from was read by a model with another vocabulary</source>
   <translation>el texto del que se parchea lo leyó un modelo con otro vocabulario</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/alternatives</name>
  <message>
   <source>1 branch is not shown: it belongs to a missing line, or exceeds the limit of {most}.</source>
   <translation>1 rama no se muestra: es de una línea que falta, o pasa del límite de {most}.</translation>
  </message>
  <message>
   <source>{count:,} branches are not shown: they belong to missing lines, or exceed the limit of {most}.</source>
   <translation>{count:,} ramas no se muestran: son de líneas que faltan, o pasan del límite de {most}.</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/effects</name>
  <message>
   <source>expected two different tokens of the model's target vocabulary</source>
   <translation>se necesitan dos tokens distintos del vocabulario de destino del modelo</translation>
  </message>
  <message>
   <source>step {row} does not exist in both texts</source>
   <translation>el paso {row} no existe en los dos textos</translation>
  </message>
  <message>
   <source>there is no sentence {sentence}; the run has {sentences_count}</source>
   <translation>no hay frase {sentence}; la ejecución tiene {sentences_count}</translation>
  </message>
  <message>
   <source>this model or text has no {part}</source>
   <translation>este modelo o este texto no tiene {part}</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/engine</name>
  <message>
   <source>these snapshots no longer exist; the training now has others</source>
   <translation>estas instantáneas ya no existen; el entrenamiento tiene otras</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/inputs</name>
  <message>
   <source>Capitals are read as typed.</source>
   <translation>Las mayúsculas se leen tal como están escritas.</translation>
  </message>
  <message>
   <source>Capitals are read in sentence case: {text}</source>
   <translation>Las mayúsculas se leen como en una frase normal: {text}</translation>
  </message>
  <message>
   <source>Half characters (lone surrogates) in the source are shown as �.</source>
   <translation>Los medios caracteres (sustitutos sueltos) del origen se muestran como �.</translation>
  </message>
  <message>
   <source>Half characters (lone surrogates) in the target are shown as �.</source>
   <translation>Los medios caracteres (sustitutos sueltos) del destino se muestran como �.</translation>
  </message>
  <message>
   <source>Many of these words were never seen in training: this model reads {language}.</source>
   <translation>Muchas de estas palabras no están en el entrenamiento: este modelo lee {language}.</translation>
  </message>
  <message>
   <source>Misspellings are corrected: the model reads {words}.</source>
   <translation>Las faltas de ortografía se corrigen: el modelo lee {words}.</translation>
  </message>
  <message>
   <source>Misspellings are read as typed.</source>
   <translation>Las faltas de ortografía se leen tal como están escritas.</translation>
  </message>
  <message>
   <source>Never seen in training: {words}. Do not trust how it is translated.</source>
   <translation>Nunca visto en el entrenamiento: {words}. No te fíes de cómo se traduce.</translation>
  </message>
  <message>
   <source>Never seen in training: {words}. Do not trust how they are translated.</source>
   <translation>Nunca vistas en el entrenamiento: {words}. No te fíes de cómo se traducen.</translation>
  </message>
  <message>
   <source>Not in this model's vocabulary: {words}.</source>
   <translation>Fuera del vocabulario de este modelo: {words}.</translation>
  </message>
  <message>
   <source>Not in this model's vocabulary: {words}. It knows only these words: {own}.</source>
   <translation>Fuera del vocabulario de este modelo: {words}. Solo conoce estas palabras: {own}.</translation>
  </message>
  <message>
   <source>Sentence {sentence}: the source has {count:,} tokens; this model reads the first {room}.</source>
   <translation>Frase {sentence}: el origen tiene {count:,} tokens; este modelo lee los primeros {room}.</translation>
  </message>
  <message>
   <source>Sentence {sentence}: the target has {count:,} tokens; this model reads the first {room}.</source>
   <translation>Frase {sentence}: el destino tiene {count:,} tokens; este modelo lee los primeros {room}.</translation>
  </message>
  <message>
   <source>The model did not end the sentence; writing stopped after 1 token.</source>
   <translation>El modelo no terminó la frase; dejó de escribir tras 1 token.</translation>
  </message>
  <message>
   <source>The model did not end the sentence; writing stopped after {limit} tokens.</source>
   <translation>El modelo no terminó la frase; dejó de escribir tras {limit} tokens.</translation>
  </message>
  <message>
   <source>The model reads {words}.</source>
   <translation>El modelo lee {words}.</translation>
  </message>
  <message>
   <source>The source has {count:,} tokens; this model reads the first {room}.</source>
   <translation>El origen tiene {count:,} tokens; este modelo lee los primeros {room}.</translation>
  </message>
  <message>
   <source>The source was cut to its first {most:,} of {count:,} characters.</source>
   <translation>El origen se cortó a los primeros {most:,} de {count:,} caracteres.</translation>
  </message>
  <message>
   <source>The target has {count:,} tokens; this model reads the first {room}.</source>
   <translation>El destino tiene {count:,} tokens; este modelo lee los primeros {room}.</translation>
  </message>
  <message>
   <source>The target was cut to its first {most:,} of {count:,} characters.</source>
   <translation>El destino se cortó a los primeros {most:,} de {count:,} caracteres.</translation>
  </message>
  <message>
   <source>a line consists only of padding ({pad_id}): there is nothing to read</source>
   <translation>una línea contiene solo relleno ({pad_id}): no hay nada que leer</translation>
  </message>
  <message>
   <source>a run needs at least one source line</source>
   <translation>una ejecución necesita al menos una línea de origen</translation>
  </message>
  <message>
   <source>each source line needs a target line: there are {targets_count} for {lines_count}</source>
   <translation>cada línea de origen necesita una de destino: hay {targets_count} para {lines_count}</translation>
  </message>
  <message>
   <source>not an id of this model: 0 to {last:,}</source>
   <translation>no es un identificador de este modelo: de 0 a {last:,}</translation>
  </message>
  <message>
   <source>the forced prefix contains a padding or start token, or ids outside this model's vocabulary</source>
   <translation>el comienzo impuesto contiene un token de relleno o de inicio, o identificadores fuera del vocabulario de este modelo</translation>
  </message>
  <message>
   <source>{lines_count} source lines; at most {source_lines} can be shown at once</source>
   <translation>{lines_count} líneas de origen; como máximo se muestran {source_lines} a la vez</translation>
  </message>
  <message>
   <source>{new} instead of {old} (token {place})</source>
   <translation>{new} en lugar de {old} (token {place})</translation>
  </message>
  <message>
   <source>{typed} as {word}</source>
   <translation>{typed} como {word}</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/interventions</name>
  <message>
   <source>1 edit is outside this text or model and has no effect here.</source>
   <translation>1 cambio queda fuera de este texto o de este modelo y aquí no hace nada.</translation>
  </message>
  <message>
   <source>1 overridden weight belongs to a masked cell and stays unchanged.</source>
   <translation>1 peso fijado a mano es el de una celda con máscara y queda como está.</translation>
  </message>
  <message>
   <source>1 query is not allowed to read anything: {what}.</source>
   <translation>1 consulta no puede leer nada: {what}.</translation>
  </message>
  <message>
   <source>Masked scores of this model are {score}: later tokens and padding may get weight, and every row may depend on them.</source>
   <translation>Las puntuaciones enmascaradas de este modelo son {score}: los tokens posteriores y el relleno pueden recibir peso, y cada fila puede depender de ellos.</translation>
  </message>
  <message>
   <source>Reading later tokens is allowed, but while the model writes there are none. Type the target to see them leak.</source>
   <translation>Se pueden leer tokens posteriores, pero mientras el modelo escribe no los hay. Escribe el destino para ver la fuga.</translation>
  </message>
  <message>
   <source>Reading padding is allowed, but there is none: all sentences have the same length.</source>
   <translation>El relleno se puede leer, pero no hay ninguno: todas las frases tienen la misma longitud.</translation>
  </message>
  <message>
   <source>all keys have the same score and the same weight</source>
   <translation>todas las claves tienen la misma puntuación y el mismo peso</translation>
  </message>
  <message>
   <source>all weights in its row are 0</source>
   <translation>todos los pesos de su fila son 0</translation>
  </message>
  <message>
   <source>{count:,} edits are outside this text or model and have no effect here.</source>
   <translation>{count:,} cambios quedan fuera de este texto o de este modelo y aquí no hacen nada.</translation>
  </message>
  <message>
   <source>{count:,} overridden weights belong to masked cells and stay unchanged.</source>
   <translation>{count:,} pesos fijados a mano son de celdas con máscara y quedan como están.</translation>
  </message>
  <message>
   <source>{count:,} queries are not allowed to read anything: {what}.</source>
   <translation>{count:,} consultas no pueden leer nada: {what}.</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/lens</name>
  <message>
   <source>sentence {sentence} has no text</source>
   <translation>la frase {sentence} no tiene texto</translation>
  </message>
  <message>
   <source>the model's token ids are 0 to {size}</source>
   <translation>los identificadores de token del modelo van de 0 a {size}</translation>
  </message>
  <message>
   <source>unknown stack {stack}; choose from {sublayers}</source>
   <translation>pila desconocida {stack}; elige entre {sublayers}</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/messages</name>
  <message>
   <source>Not enough memory for this run; try a shorter text</source>
   <translation>No hay memoria suficiente para esta ejecución; prueba con un texto más corto</translation>
  </message>
  <message>
   <source>The engine could not finish this run ({reason})</source>
   <translation>El motor no pudo terminar esta ejecución ({reason})</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/opened</name>
  <message>
   <source>1 sentence cut: this model reads the first {room} tokens</source>
   <translation>1 frase recortada: este modelo lee los primeros {room} tokens</translation>
  </message>
  <message>
   <source>{count:,} sentences cut: this model reads the first {room} tokens</source>
   <translation>{count:,} frases recortadas: este modelo lee los primeros {room} tokens</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/part_edits</name>
  <message>
   <source>the survey is of {model_name}, which has different heads: choose a survey of this model</source>
   <translation>el estudio es de {model_name}, un modelo con otras cabezas: elige un estudio de este modelo</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/snapshots</name>
  <message>
   <source>there is no head {kind} {layer}.{head}</source>
   <translation>no hay cabeza {kind} {layer}.{head}</translation>
  </message>
  <message>
   <source>this training has no snapshots yet</source>
   <translation>este entrenamiento aún no tiene instantáneas</translation>
  </message>
 </context>
 <context>
  <name>model_core/engine/worker</name>
  <message>
   <source>The engine cannot be loaded: {reason}</source>
   <translation>El motor no se puede cargar: {reason}</translation>
  </message>
 </context>
 <context>
  <name>model_core/errors</name>
  <message>
   <source>{row} and {more:,} more</source>
   <translation>{row} y {more:,} más</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/anatomy</name>
  <message>
   <source>added to scores: by the distance of two tokens</source>
   <translation>sumado a las puntuaciones: por la distancia entre dos tokens</translation>
  </message>
  <message>
   <source>after the norm</source>
   <translation>tras la norma</translation>
  </message>
  <message>
   <source>gates: what the hidden units are multiplied by</source>
   <translation>compuertas: por lo que se multiplican las unidades ocultas</translation>
  </message>
  <message>
   <source>head outputs: weights · V</source>
   <translation>salidas de las cabezas: pesos · V</translation>
  </message>
  <message>
   <source>hidden units after {activation}</source>
   <translation>unidades ocultas tras {activation}</translation>
  </message>
  <message>
   <source>hidden units after {activation}, times the gates</source>
   <translation>unidades ocultas tras {activation}, por las compuertas</translation>
  </message>
  <message>
   <source>hidden units before {activation}</source>
   <translation>unidades ocultas antes de {activation}</translation>
  </message>
  <message>
   <source>keys K</source>
   <translation>claves K</translation>
  </message>
  <message>
   <source>logits: one score for each entry of the vocabulary</source>
   <translation>logits: una puntuación para cada entrada del vocabulario</translation>
  </message>
  <message>
   <source>logits: one score for each entry of the vocabulary, of the output × {scale}</source>
   <translation>logits: una puntuación para cada entrada del vocabulario, de la salida × {scale}</translation>
  </message>
  <message>
   <source>masked scores: {number} where a query may not read</source>
   <translation>puntuaciones enmascaradas: {number} donde una consulta no puede leer</translation>
  </message>
  <message>
   <source>masked scores: {number} where a query may not read, plus a number by the distance</source>
   <translation>puntuaciones enmascaradas: {number} donde una consulta no puede leer, más un número según la distancia</translation>
  </message>
  <message>
   <source>memory: what the decoder reads</source>
   <translation>memoria: lo que lee el decodificador</translation>
  </message>
  <message>
   <source>output</source>
   <translation>salida</translation>
  </message>
  <message>
   <source>output of the attention</source>
   <translation>salida de la atención</translation>
  </message>
  <message>
   <source>output of the feed-forward</source>
   <translation>salida de la red densa</translation>
  </message>
  <message>
   <source>position vectors</source>
   <translation>vectores de posición</translation>
  </message>
  <message>
   <source>queries Q</source>
   <translation>consultas Q</translation>
  </message>
  <message>
   <source>residual stream after this sub-layer</source>
   <translation>flujo residual tras esta subcapa</translation>
  </message>
  <message>
   <source>scaled scores Q·Kᵀ ÷ √D</source>
   <translation>puntuaciones escaladas Q·Kᵀ ÷ √D</translation>
  </message>
  <message>
   <source>scaled scores Q·Kᵀ ÷ √K</source>
   <translation>puntuaciones escaladas Q·Kᵀ ÷ √K</translation>
  </message>
  <message>
   <source>scaled scores Q·Kᵀ, not divided</source>
   <translation>puntuaciones escaladas Q·Kᵀ, sin dividir</translation>
  </message>
  <message>
   <source>scores Q·Kᵀ</source>
   <translation>puntuaciones Q·Kᵀ</translation>
  </message>
  <message>
   <source>token vectors</source>
   <translation>vectores de los tokens</translation>
  </message>
  <message>
   <source>token vectors × √D</source>
   <translation>vectores de los tokens × √D</translation>
  </message>
  <message>
   <source>values V</source>
   <translation>valores V</translation>
  </message>
  <message>
   <source>weights: the softmax of each row</source>
   <translation>pesos: el softmax de cada fila</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/edited</name>
  <message>
   <source>1 for the first key</source>
   <translation>1 para la primera clave</translation>
  </message>
  <message>
   <source>1 for the key at its own position</source>
   <translation>1 para la clave de su propio lugar</translation>
  </message>
  <message>
   <source>1 for the key before its own position</source>
   <translation>1 para la clave anterior a su lugar</translation>
  </message>
  <message>
   <source>f = 0: this feed-forward is switched off in this run</source>
   <translation>f = 0: esta red densa está apagada en esta ejecución</translation>
  </message>
  <message>
   <source>patched in from the run of “{text}”</source>
   <translation>tomado de la ejecución de “{text}”</translation>
  </message>
  <message>
   <source>the residual connection is cut here in this run: the sub-layer's input is left out of the sum</source>
   <translation>en esta ejecución la conexión residual está cortada aquí: la entrada de la subcapa no se suma</translation>
  </message>
  <message>
   <source>the same weight for every visible key</source>
   <translation>el mismo peso para cada clave que se puede leer</translation>
  </message>
  <message>
   <source>this head's average pattern in a survey</source>
   <translation>el patrón medio de esta cabeza en un estudio</translation>
  </message>
  <message>
   <source>w = {weight:g}, set by hand; its row is renormalised to sum to 1</source>
   <translation>w = {weight:g}, fijado a mano; su fila se renormaliza para sumar 1</translation>
  </message>
  <message>
   <source>w, replaced by this run’s edit: {pattern}</source>
   <translation>w, sustituido por el cambio de esta ejecución: {pattern}</translation>
  </message>
  <message>
   <source>w: what the weights set by hand leave, distributed in proportion</source>
   <translation>w: lo que dejan los pesos fijados a mano, repartido en proporción</translation>
  </message>
  <message>
   <source>z = 0: this head is switched off in this run</source>
   <translation>z = 0: esta cabeza está apagada en esta ejecución</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/engine_numbers</name>
  <message>
   <source> + the token's output bias</source>
   <translation> + el sesgo de salida del token</translation>
  </message>
  <message>
   <source>(d with it − d of B) / (d of A − d of B)</source>
   <translation>(d con ella − d de B) / (d de A − d de B)</translation>
  </message>
  <message>
   <source>change in log-probability</source>
   <translation>cambio de la probabilidad logarítmica</translation>
  </message>
  <message>
   <source>final norm(residual)</source>
   <translation>norma final(residual)</translation>
  </message>
  <message>
   <source>log p(token) with the head’s pattern replaced − log p(token)</source>
   <translation>log p(token) con el patrón de la cabeza sustituido − log p(token)</translation>
  </message>
  <message>
   <source>log p(token) without the part − log p(token)</source>
   <translation>log p(token) sin la parte − log p(token)</translation>
  </message>
  <message>
   <source>log-probability of the place’s own token, read early</source>
   <translation>probabilidad logarítmica del token propio de ese lugar, leído antes de tiempo</translation>
  </message>
  <message>
   <source>log-probability of the written token, read early</source>
   <translation>probabilidad logarítmica del token escrito, leído antes de tiempo</translation>
  </message>
  <message>
   <source>log_softmax({factor}{stream} · {table}{bias})</source>
   <translation>log_softmax({factor}{stream} · {table}{bias})</translation>
  </message>
  <message>
   <source>norm({part})</source>
   <translation>norma({part})</translation>
  </message>
  <message>
   <source>output layer</source>
   <translation>capa de salida</translation>
  </message>
  <message>
   <source>residual</source>
   <translation>residual</translation>
  </message>
  <message>
   <source>restored share of the difference</source>
   <translation>parte de la diferencia que se restaura</translation>
  </message>
  <message>
   <source>row of the output layer</source>
   <translation>fila de la capa de salida</translation>
  </message>
  <message>
   <source>row of the source embedding table</source>
   <translation>fila de la tabla de embeddings del origen</translation>
  </message>
  <message>
   <source>share of its own token's logit − share of the other's</source>
   <translation>parte del logit de su propio token − parte del otro</translation>
  </message>
  <message>
   <source>share of the difference of two logits</source>
   <translation>parte de la diferencia de dos logits</translation>
  </message>
  <message>
   <source>share of the logit of the place’s own token</source>
   <translation>parte del logit del token propio de ese lugar</translation>
  </message>
  <message>
   <source>share of the logit of the written token</source>
   <translation>parte del logit del token escrito</translation>
  </message>
  <message>
   <source>share of the written token's logit − share of the other's</source>
   <translation>parte del logit del token escrito − parte del otro</translation>
  </message>
  <message>
   <source>source embedding table</source>
   <translation>tabla de embeddings del origen</translation>
  </message>
  <message>
   <source>the part's contribution to the residual stream</source>
   <translation>la aportación de la parte al flujo residual</translation>
  </message>
  <message>
   <source>{formula}, summed over the rows</source>
   <translation>{formula}, sumado sobre las filas</translation>
  </message>
  <message>
   <source>{product}; each norm after it with its divisor in this run</source>
   <translation>{product}; cada norma posterior con su divisor en esta ejecución</translation>
  </message>
  <message>
   <source>{product}; each norm after it with its divisor in this run, without its shift</source>
   <translation>{product}; cada norma posterior con su divisor en esta ejecución, sin su desplazamiento</translation>
  </message>
  <message>
   <source>− gradient of log p(token) · vector of the word</source>
   <translation>− gradiente de log p(token) · vector de la palabra</translation>
  </message>
  <message>
   <source>− integrated gradient of log p(token) · vector of the word</source>
   <translation>− gradiente integrado de log p(token) · vector de la palabra</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/formulas</name>
  <message>
   <source>0: positions enter as numbers added to the scores by distance</source>
   <translation>0: las posiciones entran como números que se suman a las puntuaciones según la distancia</translation>
  </message>
  <message>
   <source>0: this model has no positions</source>
   <translation>0: este modelo no tiene posiciones</translation>
  </message>
  <message>
   <source>changed by this run’s edits</source>
   <translation>modificado por los cambios de esta ejecución</translation>
  </message>
  <message>
   <source>difference with and without cache</source>
   <translation>diferencia con caché y sin ella</translation>
  </message>
  <message>
   <source>entropy of the next token, in bits</source>
   <translation>entropía del token siguiente, en bits</translation>
  </message>
  <message>
   <source>entropy of the row, in bits</source>
   <translation>entropía de la fila, en bits</translation>
  </message>
  <message>
   <source>exponential of a score</source>
   <translation>exponencial de una puntuación</translation>
  </message>
  <message>
   <source>gate of a hidden unit</source>
   <translation>compuerta de una unidad oculta</translation>
  </message>
  <message>
   <source>id of a token: its row of the vocabulary</source>
   <translation>identificador de un token: su fila del vocabulario</translation>
  </message>
  <message>
   <source>largest score of the row</source>
   <translation>mayor puntuación de la fila</translation>
  </message>
  <message>
   <source>learned: one number per head and distance</source>
   <translation>aprendido: un número por cabeza y distancia</translation>
  </message>
  <message>
   <source>learned: one vector per position</source>
   <translation>aprendido: un vector por posición</translation>
  </message>
  <message>
   <source>log-probability of a beam hypothesis</source>
   <translation>probabilidad logarítmica de una hipótesis del haz</translation>
  </message>
  <message>
   <source>log-probability of a token of a beam hypothesis</source>
   <translation>probabilidad logarítmica de un token de una hipótesis del haz</translation>
  </message>
  <message>
   <source>logit of a candidate</source>
   <translation>logit de un candidato</translation>
  </message>
  <message>
   <source>logit of one token of the vocabulary</source>
   <translation>logit de un token del vocabulario</translation>
  </message>
  <message>
   <source>logit over temperature</source>
   <translation>logit entre temperatura</translation>
  </message>
  <message>
   <source>mask: 0 may be read, 1 future, 2 padding, 3 by you</source>
   <translation>máscara: 0 se puede leer, 1 futuro, 2 relleno, 3 por ti</translation>
  </message>
  <message>
   <source>mask: 1 where the row may read the key</source>
   <translation>máscara: 1 donde la fila puede leer la clave</translation>
  </message>
  <message>
   <source>max |ln p (cache) − ln p (whole pass)|</source>
   <translation>máx |ln p (caché) − ln p (pasada completa)|</translation>
  </message>
  <message>
   <source>mean of what the norm reads</source>
   <translation>media de lo que lee la norma</translation>
  </message>
  <message>
   <source>natural log of the probability</source>
   <translation>logaritmo natural de la probabilidad</translation>
  </message>
  <message>
   <source>normed unit</source>
   <translation>unidad normalizada</translation>
  </message>
  <message>
   <source>number added to the score for the distance</source>
   <translation>número que una distancia suma a la puntuación</translation>
  </message>
  <message>
   <source>one product of the score</source>
   <translation>un producto de la puntuación</translation>
  </message>
  <message>
   <source>p = softmax(logits of that step)[written]</source>
   <translation>p = softmax(logits de ese paso)[escrito]</translation>
  </message>
  <message>
   <source>probability at its own step</source>
   <translation>probabilidad en su propio paso</translation>
  </message>
  <message>
   <source>probability of a candidate</source>
   <translation>probabilidad de un candidato</translation>
  </message>
  <message>
   <source>probability of the written token</source>
   <translation>probabilidad del token escrito</translation>
  </message>
  <message>
   <source>probability that it is sampled</source>
   <translation>probabilidad con la que se sortea</translation>
  </message>
  <message>
   <source>probability that the next token is &lt;/s&gt;</source>
   <translation>probabilidad de que el token siguiente sea &lt;/s&gt;</translation>
  </message>
  <message>
   <source>residual sum</source>
   <translation>suma residual</translation>
  </message>
  <message>
   <source>score of a beam hypothesis</source>
   <translation>puntuación de una hipótesis del haz</translation>
  </message>
  <message>
   <source>sin(pos / {base}^(2i/D)) at even units, cos at odd ones</source>
   <translation>sin(pos / {base}^(2i/D)) en las unidades pares, cos en las impares</translation>
  </message>
  <message>
   <source>sin(pos / {base}^(2i/D)) in the first half, cos in the second</source>
   <translation>sin(pos / {base}^(2i/D)) en la primera mitad, cos en la segunda</translation>
  </message>
  <message>
   <source>softmax over what top-k and top-p keep</source>
   <translation>softmax sobre lo que dejan top-k y top-p</translation>
  </message>
  <message>
   <source>sum of the exponentials of the row</source>
   <translation>suma de las exponenciales de la fila</translation>
  </message>
  <message>
   <source>sum of the weights of the row</source>
   <translation>suma de los pesos de la fila</translation>
  </message>
  <message>
   <source>surprise, in bits</source>
   <translation>sorpresa, en bits</translation>
  </message>
  <message>
   <source>the residual stream after the last layer</source>
   <translation>el flujo residual después de la última capa</translation>
  </message>
  <message>
   <source>token and position together</source>
   <translation>token y posición juntos</translation>
  </message>
  <message>
   <source>unit after the activation</source>
   <translation>unidad tras la activación</translation>
  </message>
  <message>
   <source>unit before the activation</source>
   <translation>unidad antes de la activación</translation>
  </message>
  <message>
   <source>unit of the attention’s output</source>
   <translation>unidad de la salida de la atención</translation>
  </message>
  <message>
   <source>unit of the concatenated head outputs</source>
   <translation>unidad de las salidas de las cabezas, una tras otra</translation>
  </message>
  <message>
   <source>unit of the decoder’s output</source>
   <translation>unidad de la salida del decodificador</translation>
  </message>
  <message>
   <source>unit of the encoder’s output</source>
   <translation>unidad de la salida del codificador</translation>
  </message>
  <message>
   <source>unit of the feed-forward’s output</source>
   <translation>unidad de la salida de la red densa</translation>
  </message>
  <message>
   <source>unit of the input vector</source>
   <translation>unidad del vector de entrada</translation>
  </message>
  <message>
   <source>unit of the key</source>
   <translation>unidad de la clave</translation>
  </message>
  <message>
   <source>unit of the position’s vector</source>
   <translation>unidad del vector de la posición</translation>
  </message>
  <message>
   <source>unit of the query</source>
   <translation>unidad de la consulta</translation>
  </message>
  <message>
   <source>unit of the residual stream</source>
   <translation>unidad del flujo residual</translation>
  </message>
  <message>
   <source>unit of the token’s vector</source>
   <translation>unidad del vector del token</translation>
  </message>
  <message>
   <source>unit of the value</source>
   <translation>unidad del valor</translation>
  </message>
  <message>
   <source>unit of z, the head’s output</source>
   <translation>unidad de z, la salida de la cabeza</translation>
  </message>
  <message>
   <source>weight times value</source>
   <translation>peso por valor</translation>
  </message>
  <message>
   <source>what the norm divides by</source>
   <translation>entre qué divide la norma</translation>
  </message>
  <message>
   <source>what the norm reads</source>
   <translation>lo que lee la norma</translation>
  </message>
  <message>
   <source>{scale}the token’s row of the table</source>
   <translation>{scale}la fila del token en la tabla</translation>
  </message>
  <message>
   <source>{title}, in another text</source>
   <translation>{title}, en otro texto</translation>
  </message>
  <message>
   <source>Σ ln p along the path</source>
   <translation>Σ ln p a lo largo del camino</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/provenance</name>
  <message>
   <source>this run did not record {source}: {error}</source>
   <translation>esta ejecución no grabó {source}: {error}</translation>
  </message>
  <message>
   <source>{source} is not a single number: the array has shape {array_shape}</source>
   <translation>{source} no es un solo número: el array tiene la forma {array_shape}</translation>
  </message>
  <message>
   <source>{source} is outside the array of shape {array_shape}</source>
   <translation>{source} queda fuera del array de forma {array_shape}</translation>
  </message>
 </context>
 <context>
  <name>model_core/explain/rules</name>
  <message>
   <source>m = s + b where the mask allows it, {number} elsewhere; b depends on the distance between the two tokens</source>
   <translation>m = s + b donde la máscara lo permite, {number} donde no; b depende de la distancia entre los dos tokens</translation>
  </message>
  <message>
   <source>m = s where the mask allows it, {number} elsewhere</source>
   <translation>m = s donde la máscara lo permite, {number} donde no</translation>
  </message>
  <message>
   <source>nothing may be read: all weights are 0</source>
   <translation>no se puede leer nada: todos los pesos son 0</translation>
  </message>
  <message>
   <source>rows do not sum to 1, as recorded</source>
   <translation>las filas no suman 1, tal como se grabaron</translation>
  </message>
  <message>
   <source>rows sum to 1 with the padding, which is left out here</source>
   <translation>las filas suman 1 con el relleno, que aquí no se muestra</translation>
  </message>
  <message>
   <source>rows sum to 1, those that may read nothing to 0</source>
   <translation>las filas suman 1, y las que no pueden leer nada, 0</translation>
  </message>
  <message>
   <source>s = q·k: this model does not scale its scores</source>
   <translation>s = q·k: este modelo no escala sus puntuaciones</translation>
  </message>
  <message>
   <source>{rule}, W_out is the embedding table</source>
   <translation>{rule}, W_out es la tabla de embeddings</translation>
  </message>
  <message>
   <source>{rule}, with each unit's mean and variance from training</source>
   <translation>{rule}, con la media y la varianza de cada unidad, del entrenamiento</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/annotated</name>
  <message>
   <source>the original ends with a log-softmax: its output is log_softmax of these logits</source>
   <translation>el original termina con log-softmax: su salida es el log_softmax de estos logits</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/bart</name>
  <message>
   <source>BART writes its start token first (forced_bos_token_id): begin a typed target with it</source>
   <translation>BART escribe primero su token inicial (forced_bos_token_id): empieza con él el destino que escribas</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/convert</name>
  <message>
   <source>--heads {heads}: this file has {own} heads</source>
   <translation>--heads {heads}: este archivo tiene {own} cabezas</translation>
  </message>
  <message>
   <source>--set {changes}: the file has {over}, for which such a model has no place</source>
   <translation>--set {changes}: el archivo contiene {over}, para lo que un modelo así no tiene lugar</translation>
  </message>
  <message>
   <source>--set {changes}: {first} and {theirs} would be one table, but their numbers differ</source>
   <translation>--set {changes}: {first} y {theirs} serían una sola tabla, pero sus números son distintos</translation>
  </message>
  <message>
   <source>--tensor is for layout {own}, and this file has layout {layout}: leave it out</source>
   <translation>--tensor es para el formato {own}, y este archivo tiene el formato {layout}: quítalo</translation>
  </message>
  <message>
   <source>as requested</source>
   <translation>según lo pedido</translation>
  </message>
  <message>
   <source>the table that this model computes</source>
   <translation>la tabla que calcula este modelo</translation>
  </message>
  <message>
   <source>unknown layout {wanted}; choose from {said_layouts}</source>
   <translation>formato desconocido {wanted}; elige entre {said_layouts}</translation>
  </message>
  <message>
   <source>{foreign} belongs to a model of type {family} (model_type in its config.json), which has none of the layouts that headscope converts ({said_layouts})</source>
   <translation>{foreign} pertenece a un modelo de tipo {family} (model_type en su config.json), que no tiene ninguno de los formatos que headscope convierte ({said_layouts})</translation>
  </message>
  <message>
   <source>{foreign} is {which} (its tensor names are those of {family}); headscope needs an encoder and a decoder. To see its attention here, save it as a recording where the model runs: model_core.save_recording(attention, tokens)</source>
   <translation>{foreign} es {which} (los nombres de sus tensores son los de {family}); headscope necesita un codificador y un decodificador. Para ver aquí su atención, guárdala como grabación donde se ejecuta el modelo: model_core.save_recording(attention, tokens)</translation>
  </message>
  <message>
   <source>{foreign} lacks {missing_count} of the tensors required by layout {layout}: {missing}</source>
   <translation>A {foreign} le faltan {missing_count} de los tensores que el formato {layout} necesita: {missing}</translation>
  </message>
  <message>
   <source>{foreign} matches no known layout ({said_layouts}); {nearest}. Its first tensors: {names}</source>
   <translation>{foreign} no es de ningún formato conocido ({said_layouts}); {nearest}. Sus primeros tensores: {names}</translation>
  </message>
  <message>
   <source>{foreign}: no tensor in it provides {empty}</source>
   <translation>{foreign}: ninguno de sus tensores da {empty}</translation>
  </message>
  <message>
   <source>{foreign}: {over_count} of its tensors do not belong to layout {layout}: {over}</source>
   <translation>{foreign}: {over_count} de sus tensores no pertenecen al formato {layout}: {over}</translation>
  </message>
  <message>
   <source>{foreign}: {theirs} has shape {found_shape}, but {what} has shape {expected_shape}</source>
   <translation>{foreign}: {theirs} tiene la forma {found_shape}, pero {what} tiene {expected_shape}</translation>
  </message>
  <message>
   <source>{foreign}: {theirs} has shape {shapes}, but this model needs {needed}</source>
   <translation>{foreign}: {theirs} tiene la forma {shapes}, pero este modelo necesita {needed}</translation>
  </message>
  <message>
   <source>{foreign}: {theirs} should equal {what}, but they differ by up to {apart:.3g}. It is unclear which of the two the model uses, so nothing was converted</source>
   <translation>{foreign}: {theirs} debería ser igual a {what}, pero difieren hasta en {apart:.3g}. No está claro cuál de los dos usa el modelo, así que no se convirtió nada</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/foreign</name>
  <message>
   <source>config.json: {name} is {value}; {need}</source>
   <translation>config.json: {name} es {value}; {need}</translation>
  </message>
  <message>
   <source>{foreign} alone does not give the number of heads and the special ids; they are in its config.json. Give the whole folder, with the weights as model.safetensors or pytorch_model.bin</source>
   <translation>{foreign} solo no da el número de cabezas ni los identificadores especiales; están en su config.json. Da la carpeta entera, con los pesos como model.safetensors o pytorch_model.bin</translation>
  </message>
  <message>
   <source>{it} cannot be read: {error}</source>
   <translation>{it} no se puede leer: {error}</translation>
  </message>
  <message>
   <source>{name} has shape {shape}; expected a matrix</source>
   <translation>{name} tiene la forma {shape}; se necesita una matriz</translation>
  </message>
  <message>
   <source>{name} is missing, which every file of this layout must have</source>
   <translation>falta {name}, que tiene todo archivo de este formato</translation>
  </message>
  <message>
   <source>{path} has no tensors</source>
   <translation>{path} no contiene tensores</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/hkproj</name>
  <message>
   <source>after each sub-layer: the stacks have no final norm</source>
   <translation>después de cada subcapa: las pilas no tienen norma final</translation>
  </message>
  <message>
   <source>before each sub-layer</source>
   <translation>antes de cada subcapa</translation>
  </message>
  <message>
   <source>each unit</source>
   <translation>cada unidad</translation>
  </message>
  <message>
   <source>norms are {where}; one scale for {units}</source>
   <translation>las normas están {where}; una escala para {units}</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/jadore</name>
  <message>
   <source>its training default; --set changes it</source>
   <translation>el valor predeterminado de su entrenamiento; --set lo cambia</translation>
  </message>
  <message>
   <source>scaled is {what}: {source}</source>
   <translation>se escala {what}: {source}</translation>
  </message>
  <message>
   <source>target embedding and output projection differ: neither is scaled</source>
   <translation>el embedding del destino y la proyección de salida difieren: no se escala ninguno</translation>
  </message>
  <message>
   <source>the embedding</source>
   <translation>el embedding</translation>
  </message>
  <message>
   <source>the file's settings say so</source>
   <translation>lo dicen los ajustes del archivo</translation>
  </message>
  <message>
   <source>the output</source>
   <translation>la salida</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/leaky_mask</name>
  <message>
   <source>masked scores become −1e-20, which is 0: padding and later tokens are read too, as in the original</source>
   <translation>las puntuaciones enmascaradas pasan a −1e-20, que es 0: también se leen el relleno y los tokens posteriores, como en el original</translation>
  </message>
  <message>
   <source>tutorial: full projections, a mask that hides nothing</source>
   <translation>tutorial: proyecciones completas, una máscara que no oculta nada</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/marian</name>
  <message>
   <source>config.json: {wrong} is true, but Hugging Face's Marian ignores it: the model would not compute what it was trained to</source>
   <translation>config.json: {wrong} es true, pero el Marian de Hugging Face no lo tiene en cuenta: el modelo no calcularía aquello para lo que se entrenó</translation>
  </message>
  <message>
   <source>final_logits_bias is not in the file: taken as 0</source>
   <translation>final_logits_bias no está en el archivo: se toma como 0</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/pickles</name>
  <message>
   <source>a nested tensor</source>
   <translation>un tensor anidado</translation>
  </message>
  <message>
   <source>a quantized tensor</source>
   <translation>un tensor cuantizado</translation>
  </message>
  <message>
   <source>a tensor of layout {layout}</source>
   <translation>un tensor de disposición {layout}</translation>
  </message>
  <message>
   <source>a tensor on device {device}</source>
   <translation>un tensor del dispositivo {device}</translation>
  </message>
  <message>
   <source>it contains objects other than tensors{what}. Save it with torch.save(model.state_dict(), …) where it was trained</source>
   <translation>contiene objetos que no son tensores{what}. Guárdalo con torch.save(model.state_dict(), …) donde se entrenó</translation>
  </message>
  <message>
   <source>it is incomplete or damaged. Copy or download it again</source>
   <translation>está incompleto o dañado. Cópialo o descárgalo otra vez</translation>
  </message>
  <message>
   <source>reading {path} takes far more memory than its size</source>
   <translation>leer {path} necesita mucha más memoria que su tamaño</translation>
  </message>
  <message>
   <source>reading {path} takes more memory than four times its size</source>
   <translation>leer {path} necesita más memoria que cuatro veces su tamaño</translation>
  </message>
  <message>
   <source>torch {torch_version} does not read pickles safely: install torch 2.10 or newer</source>
   <translation>torch {torch_version} no lee pickles de forma segura: instala torch 2.10 o posterior</translation>
  </message>
  <message>
   <source>{name} is damaged: its shape is larger than its stored data</source>
   <translation>{name} está dañado: su forma es mayor que los datos guardados</translation>
  </message>
  <message>
   <source>{name} is {kind}, which cannot be read: save it as an ordinary tensor (.to_dense(), .dequantize(), .cpu())</source>
   <translation>{name} es {kind}, que no se puede leer: guárdalo como tensor corriente (.to_dense(), .dequantize(), .cpu())</translation>
  </message>
  <message>
   <source>{path} does not contain plain weights only: {short}</source>
   <translation>{path} no contiene solo pesos sencillos: {short}</translation>
  </message>
  <message>
   <source>{source} could not be read: the reader ended with {how}. The file is damaged, or needs far more memory than its size</source>
   <translation>{source} no se pudo leer: la lectura terminó con {how}. El archivo está dañado, o necesita mucha más memoria que su tamaño</translation>
  </message>
  <message>
   <source>{source} has no named tensors: save the model's state_dict()</source>
   <translation>{source} no contiene tensores con nombre: guarda el state_dict() del modelo</translation>
  </message>
  <message>
   <source>{source} took longer than {seconds} s to read, so reading was stopped</source>
   <translation>leer {source} tardó más de {seconds} s, así que se detuvo la lectura</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/shared_head</name>
  <message>
   <source>--heads {heads}: this file has {width} heads of width {small}</source>
   <translation>--heads {heads}: este archivo tiene {width} cabezas de anchura {small}</translation>
  </message>
  <message>
   <source>all heads share one projection: it is repeated here for each head</source>
   <translation>todas las cabezas comparten una proyección: aquí se repite para cada una</translation>
  </message>
  <message>
   <source>heads of width {small} do not divide a model of width {width}</source>
   <translation>las cabezas de anchura {small} no dividen un modelo de anchura {width}</translation>
  </message>
  <message>
   <source>tutorial: one projection shared by all heads</source>
   <translation>tutorial: una proyección compartida por todas las cabezas</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/sinusoids</name>
  <message>
   <source>{name} has shape {shape}; expected a table of positions</source>
   <translation>{name} tiene la forma {shape}; se necesita una tabla de posiciones</translation>
  </message>
  <message>
   <source>{name} has {rows:,} rows: the first {places:,} are kept</source>
   <translation>{name} tiene {rows:,} filas: se conservan las {places:,} primeras</translation>
  </message>
  <message>
   <source>{source} follows no known formula: kept as it is</source>
   <translation>{source} no sigue ninguna fórmula conocida: se conserva tal cual</translation>
  </message>
  <message>
   <source>{source} is the sinusoidal table of base {base:,.10g}, {layout}: computed, not stored</source>
   <translation>{source} es la tabla sinusoidal de base {base:,.10g}, {layout}: se calcula, no se guarda</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/sources</name>
  <message>
   <source>the folder {folder} has no weights: looked for {weights} or another .safetensors file, found {found}</source>
   <translation>la carpeta {folder} no tiene pesos: se buscó {weights} u otro archivo .safetensors y se encontró {found}</translation>
  </message>
  <message>
   <source>there is no file or folder {source}</source>
   <translation>no existe ningún archivo ni carpeta {source}</translation>
  </message>
  <message>
   <source>{folder} is an empty folder: looked for {weights} or another .safetensors file</source>
   <translation>{folder} es una carpeta vacía: se buscó {weights} u otro archivo .safetensors</translation>
  </message>
  <message>
   <source>{path} ({size:,} bytes) is neither a torch.save file nor a safetensors file</source>
   <translation>{path} ({size:,} bytes) no es un archivo de torch.save ni de safetensors</translation>
  </message>
  <message>
   <source>{path} is empty</source>
   <translation>{path} está vacío</translation>
  </message>
  <message>
   <source>{source} holds several files of weights: {names}. Give one of them</source>
   <translation>{source} contiene varios archivos de pesos: {names}. Indica uno de ellos</translation>
  </message>
  <message>
   <source>{source} is already a headscope model: open it with --model</source>
   <translation>{source} ya es un modelo de headscope: ábrelo con --model</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/table</name>
  <message>
   <source>a file of layout {layout} does not give the number of heads: add --heads N (for width {width}: {possible})</source>
   <translation>un archivo del formato {layout} no da el número de cabezas: añade --heads N (para la anchura {width}: {possible})</translation>
  </message>
  <message>
   <source>it has {name}</source>
   <translation>tiene {name}</translation>
  </message>
  <message>
   <source>unknown field {unknown} of a model's spec</source>
   <translation>campo desconocido {unknown} de la descripción de un modelo</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/torch_nn</name>
  <message>
   <source>--tensor {use}={given}: there is no such tensor; use one of {possible}</source>
   <translation>--tensor {use}={given}: no existe ese tensor; usa uno de {possible}</translation>
  </message>
  <message>
   <source>assumed, since no tensor shows it: {norms}, {activation}, {scaled}; --set changes it</source>
   <translation>se supone, pues ningún tensor lo muestra: {norms}, {activation}, {scaled}; --set lo cambia</translation>
  </message>
  <message>
   <source>embeddings times √D</source>
   <translation>embeddings por √D</translation>
  </message>
  <message>
   <source>embeddings unscaled</source>
   <translation>embeddings sin escalar</translation>
  </message>
  <message>
   <source>no positional table: sinusoids of base 10,000 are assumed; to have none: --set positions=none</source>
   <translation>no tiene tabla de posiciones: se suponen sinusoides de base 10,000; para no tener ninguna: --set positions=none</translation>
  </message>
  <message>
   <source>norms after each sub-layer</source>
   <translation>normas después de cada subcapa</translation>
  </message>
  <message>
   <source>norms before each sub-layer</source>
   <translation>normas antes de cada subcapa</translation>
  </message>
  <message>
   <source>tables: {source} (source), {target} (target), {output} (output)</source>
   <translation>tablas: {source} (origen), {target} (destino), {output} (salida)</translation>
  </message>
  <message>
   <source>torch.nn.Transformer inside a custom module</source>
   <translation>torch.nn.Transformer dentro de un módulo propio</translation>
  </message>
  <message>
   <source>which tensor is the {what}'s table? Add --tensor {what}=NAME, with one of {possible}</source>
   <translation>¿qué tensor es la tabla de {what}? Añade --tensor {what}=NOMBRE, con uno de {possible}</translation>
  </message>
  <message>
   <source>{name} is the sinusoidal table of base {base:,.10g}: computed, not stored</source>
   <translation>{name} es la tabla sinusoidal de base {base:,.10g}: se calcula, no se guarda</translation>
  </message>
 </context>
 <context>
  <name>model_core/importers/vocabularies</name>
  <message>
   <source>no tokenizer ({absent} are not in the folder): {typed}; {ids}</source>
   <translation>sin tokenizador ({absent} no están en la carpeta): {typed}; {ids}</translation>
  </message>
  <message>
   <source>no tokenizer ({absent} is not in the folder): {typed}; {ids}</source>
   <translation>sin tokenizador ({absent} no está en la carpeta): {typed}; {ids}</translation>
  </message>
  <message>
   <source>no tokenizer: {typed}; {ids}</source>
   <translation>sin tokenizador: {typed}; {ids}</translation>
  </message>
  <message>
   <source>padding {pad}, start {start}, end {end}, unknown {unknown} (--pad, --bos, … change it)</source>
   <translation>relleno {pad}, inicio {start}, final {end}, desconocido {unknown} (--pad, --bos, … lo cambian)</translation>
  </message>
  <message>
   <source>source.spm, target.spm and vocab.json</source>
   <translation>source.spm, target.spm y vocab.json</translation>
  </message>
  <message>
   <source>text is tokenized with {pieces}</source>
   <translation>el texto se tokeniza con {pieces}</translation>
  </message>
  <message>
   <source>texts are typed as token ids separated by spaces, such as 7 18 15</source>
   <translation>los textos se escriben como identificadores de tokens separados por espacios, como 7 18 15</translation>
  </message>
  <message>
   <source>the model has {source_vocabulary:,} source and {target_vocabulary:,} target pieces, but its folder has no {other}</source>
   <translation>el modelo tiene {source_vocabulary:,} piezas de origen y {target_vocabulary:,} de destino, pero {other} no está en su carpeta</translation>
  </message>
  <message>
   <source>the two tokenizers have different ids for padding, start, end or unknown words</source>
   <translation>los dos tokenizadores tienen identificadores distintos para relleno, inicio, fin o palabras desconocidas</translation>
  </message>
  <message>
   <source>vocab.json and merges.txt; a source begins with &lt;s&gt;</source>
   <translation>vocab.json y merges.txt; un origen empieza con &lt;s&gt;</translation>
  </message>
  <message>
   <source>whole words of {files}; a source begins with the start token</source>
   <translation>palabras enteras de {files}; un origen empieza con el token inicial</translation>
  </message>
  <message>
   <source>{path} has {words_count:,} words, but the model has {size:,}</source>
   <translation>{path} tiene {words_count:,} palabras, pero el modelo {size:,}</translation>
  </message>
  <message>
   <source>{path} is not a JSON object of pieces and ids</source>
   <translation>{path} no es un objeto JSON de piezas e identificadores</translation>
  </message>
  <message>
   <source>{path}: an id occurs twice, or is outside 0 to {size:,}</source>
   <translation>{path}: un identificador aparece dos veces, o está fuera de 0 a {size:,}</translation>
  </message>
  <message>
   <source>{rules} is not UTF-8 text</source>
   <translation>{rules} no es texto UTF-8</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/limits</name>
  <message>
   <source>duplicate key {key}</source>
   <translation>la clave {key} aparece dos veces</translation>
  </message>
  <message>
   <source>more than {json_keys:,} keys in one object</source>
   <translation>más de {json_keys:,} claves en un objeto</translation>
  </message>
  <message>
   <source>the string {part}… is longer than {longest:,} characters</source>
   <translation>el texto {part}… tiene más de {longest:,} caracteres</translation>
  </message>
  <message>
   <source>{name} has {count:,} values; the limit is {parts:,}</source>
   <translation>{name} tiene {count:,} valores; como máximo se leen {parts:,}</translation>
  </message>
  <message>
   <source>{name} is nested more than {json_depth} levels deep</source>
   <translation>{name} está anidado a más de {json_depth} niveles</translation>
  </message>
  <message>
   <source>{name} is not a valid JSON number</source>
   <translation>{name} no es un número JSON válido</translation>
  </message>
  <message>
   <source>{name} is not valid JSON: {error}</source>
   <translation>{name} no es JSON válido: {error}</translation>
  </message>
  <message>
   <source>{path} is not a regular file</source>
   <translation>{path} no es un archivo corriente</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/memory</name>
  <message>
   <source>{asks}; {has}. Close other programs, or use a smaller model</source>
   <translation>{asks}; {has}. Cierra otros programas, o usa un modelo más pequeño</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/one_writer</name>
  <message>
   <source>another headscope is writing to {out}: wait until it has finished, or save to another place</source>
   <translation>otro headscope está escribiendo en {out}: espera a que termine o guarda en otro lugar</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/safe_files</name>
  <message>
   <source>Choose another name.</source>
   <translation>Elige otro nombre.</translation>
  </message>
  <message>
   <source>Free some space, or save it elsewhere.</source>
   <translation>Haz sitio, o guárdalo en otro lugar.</translation>
  </message>
  <message>
   <source>Nothing was written.</source>
   <translation>No se escribió nada.</translation>
  </message>
  <message>
   <source>Save it elsewhere.</source>
   <translation>Guárdalo en otro lugar.</translation>
  </message>
  <message>
   <source>The existing file is unchanged.</source>
   <translation>El archivo que había queda sin cambios.</translation>
  </message>
  <message>
   <source>a device</source>
   <translation>un dispositivo</translation>
  </message>
  <message>
   <source>a folder</source>
   <translation>una carpeta</translation>
  </message>
  <message>
   <source>a folder with this name exists</source>
   <translation>hay una carpeta con este nombre</translation>
  </message>
  <message>
   <source>a pipe</source>
   <translation>una tubería</translation>
  </message>
  <message>
   <source>a socket</source>
   <translation>un socket</translation>
  </message>
  <message>
   <source>permission denied</source>
   <translation>permiso denegado</translation>
  </message>
  <message>
   <source>something else</source>
   <translation>otra cosa</translation>
  </message>
  <message>
   <source>the disk is full</source>
   <translation>el disco está lleno</translation>
  </message>
  <message>
   <source>the disk is full ({size:,} bytes needed)</source>
   <translation>el disco está lleno (se necesitan {size:,} bytes)</translation>
  </message>
  <message>
   <source>the disk is full ({size:,} bytes needed, {free:,} free)</source>
   <translation>el disco está lleno (se necesitan {size:,} bytes, {free:,} libres)</translation>
  </message>
  <message>
   <source>the disk is read-only</source>
   <translation>el disco es de solo lectura</translation>
  </message>
  <message>
   <source>the name is not valid</source>
   <translation>su nombre no es válido</translation>
  </message>
  <message>
   <source>there is no folder {folder}</source>
   <translation>no existe la carpeta {folder}</translation>
  </message>
  <message>
   <source>{file} could not be written: the disk is full. Free some space.</source>
   <translation>No se pudo escribir {file}: el disco está lleno. Haz sitio.</translation>
  </message>
  <message>
   <source>{file} could not be written: the disk is read-only. Save it elsewhere.</source>
   <translation>No se pudo escribir {file}: el disco es de solo lectura. Guárdalo en otro sitio.</translation>
  </message>
  <message>
   <source>{name} cannot be read: the name is not valid</source>
   <translation>{name} no se puede leer: su nombre no es válido</translation>
  </message>
  <message>
   <source>{name} cannot be read: {error}</source>
   <translation>{name} no se puede leer: {error}</translation>
  </message>
  <message>
   <source>{name} is {value}, not a regular file</source>
   <translation>{name} es {value}, no un archivo corriente</translation>
  </message>
  <message>
   <source>{path} could not be saved: {reason}. {kept} {advice}</source>
   <translation>{path} no se pudo guardar: {reason}. {kept} {advice}</translation>
  </message>
  <message>
   <source>{path} has {size:,} bytes; the limit is {limit:,}</source>
   <translation>{path} tiene {size:,} bytes; como máximo se leen {limit:,}</translation>
  </message>
  <message>
   <source>{path} is among the data and would be replaced; choose another --out</source>
   <translation>{path} está entre los datos y se sobrescribiría; elige otro --out</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/text_lines</name>
  <message>
   <source>{name} has a line longer than {most} MB: it is not a text file</source>
   <translation>{name} tiene una línea de más de {most} MB: no es un archivo de texto</translation>
  </message>
  <message>
   <source>{name} is text in UTF-16: save it as UTF-8</source>
   <translation>{name} es texto en UTF-16: guárdalo como UTF-8</translation>
  </message>
 </context>
 <context>
  <name>model_core/io/whole_folder</name>
  <message>
   <source>this is the current folder: choose a new folder</source>
   <translation>esta es la carpeta actual: elige una carpeta que aún no exista</translation>
  </message>
  <message>
   <source>{out} already exists and is not empty: choose a new folder</source>
   <translation>{out} ya existe y no está vacía: elige una carpeta que aún no exista</translation>
  </message>
 </context>
 <context>
  <name>model_core/proofs/check</name>
  <message>
   <source>the mask of this model may let weight through: proofs that need one are left out ({told})</source>
   <translation>la máscara de este modelo puede dejar pasar peso: se omiten las pruebas que necesitan una ({told})</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/edits</name>
  <message>
   <source>a head's mean pattern needs a survey folder</source>
   <translation>el patrón medio de una cabeza necesita la carpeta de un estudio</translation>
  </message>
  <message>
   <source>there is no {what} of {kind} to patch</source>
   <translation>no hay {what} de {kind} que parchear</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/effects</name>
  <message>
   <source>gradients are available for source tokens only</source>
   <translation>solo hay gradientes de los tokens de origen</translation>
  </message>
  <message>
   <source>the survey mean needs a survey folder</source>
   <translation>la media de un estudio necesita la carpeta de un estudio</translation>
  </message>
  <message>
   <source>unknown parts {unknown}; choose from {groups}</source>
   <translation>partes desconocidas {unknown}; elige entre {groups}</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/model_info</name>
  <message>
   <source>'about' in {spec} is not a JSON object</source>
   <translation>'about' en {spec} no es un objeto JSON</translation>
  </message>
  <message>
   <source>there is no model in {folder}: it has no {spec}</source>
   <translation>en {folder} no hay ningún modelo: falta {spec}</translation>
  </message>
  <message>
   <source>{name} was saved by a newer headscope (version {version}); open it with that one</source>
   <translation>{name} lo guardó un headscope más nuevo (versión {version}); ábrelo con uno así</translation>
  </message>
  <message>
   <source>{spec} has version {version}; this headscope reads version {version2}</source>
   <translation>{spec} tiene la versión {version}; este headscope lee la versión {version2}</translation>
  </message>
  <message>
   <source>{spec} in {folder} is not a headscope model description</source>
   <translation>{spec} en {folder} no es la descripción de un modelo de headscope</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/page</name>
  <message>
   <source>Map of the attention weights: arrow keys move from cell to cell, Enter chooses a row</source>
   <translation>Mapa de los pesos de atención: las flechas pasan de celda en celda, Intro elige una fila</translation>
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
   <source>Row = the token just read ▸ the token written next. Column = the source.</source>
   <translation>Fila = el token recién leído ▸ el token que se escribe después. Columna = el origen.</translation>
  </message>
  <message>
   <source>Row = the token just read ▸ the token written next. Column = what was written before.</source>
   <translation>Fila = el token recién leído ▸ el token que se escribe después. Columna = lo escrito antes.</translation>
  </message>
  <message>
   <source>Row = the token that reads. Column = the token that is read. Each row sums to 1.</source>
   <translation>Fila = el token que lee. Columna = el token leído. Cada fila suma 1.</translation>
  </message>
  <message>
   <source>To the first step</source>
   <translation>Al primer paso</translation>
  </message>
  <message>
   <source>To the last step</source>
   <translation>Al último paso</translation>
  </message>
  <message>
   <source>hidden: later than its row</source>
   <translation>oculta: posterior a su fila</translation>
  </message>
  <message>
   <source>hidden: masked by hand</source>
   <translation>oculta: enmascarada a mano</translation>
  </message>
  <message>
   <source>hidden: padding</source>
   <translation>oculta: relleno</translation>
  </message>
  <message>
   <source>step {step} of {steps}</source>
   <translation>paso {step} de {steps}</translation>
  </message>
  <message>
   <source>there are no attention weights to make a page of: wait until the run has ended</source>
   <translation>no hay pesos de atención con los que hacer una página: espera a que termine la ejecución</translation>
  </message>
  <message>
   <source>this run has {cells:,} attention weights, and a page can have {most:,}. Nothing was written. Take a shorter text, or save every array of the run as NPZ</source>
   <translation>esta ejecución tiene {cells:,} pesos de atención y una página admite {most:,}. No se escribió nada. Usa un texto más corto o guarda todos los arrays de la ejecución como NPZ</translation>
  </message>
  <message>
   <source>{kind} · layer {layer} · head {head}</source>
   <translation>{kind} · capa {layer} · cabeza {head}</translation>
  </message>
  <message>
   <source>{row} reads</source>
   <translation>{row} lee</translation>
  </message>
  <message>
   <source>{row} reads “{key}”: weight {weight}</source>
   <translation>{row} lee “{key}”: peso {weight}</translation>
  </message>
  <message>
   <source>← and → (or , and .) go one step back and forward</source>
   <translation>← y → (o , y .) retroceden y avanzan un paso</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/patching</name>
  <message>
   <source>both runs read the same up to step {row}, so their activations are the same: there is nothing to restore</source>
   <translation>las dos ejecuciones leen lo mismo hasta el paso {row}, así que sus activaciones son iguales: no hay nada que restaurar</translation>
  </message>
  <message>
   <source>both runs write the same token at step {row}: there is nothing to restore</source>
   <translation>las dos ejecuciones escriben el mismo token en el paso {row}: no hay nada que restaurar</translation>
  </message>
  <message>
   <source>both runs write the same tokens: there is no difference to restore</source>
   <translation>las dos ejecuciones escriben los mismos tokens: no hay diferencia que restaurar</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/recording_policy</name>
  <message>
   <source>Long text: large attention maps are computed when you look at them.</source>
   <translation>Texto largo: los mapas de atención grandes se calculan cuando los miras.</translation>
  </message>
  <message>
   <source>Long text: large attention maps are computed when you look at them. Not recorded: {groups}.</source>
   <translation>Texto largo: los mapas de atención grandes se calculan cuando los miras. No se graban: {groups}.</translation>
  </message>
  <message>
   <source>feed-forward activations</source>
   <translation>activaciones de la red densa</translation>
  </message>
  <message>
   <source>logits</source>
   <translation>logits</translation>
  </message>
  <message>
   <source>norms and the sub-layers' outputs</source>
   <translation>normas y salidas de las subcapas</translation>
  </message>
  <message>
   <source>values and the heads' outputs</source>
   <translation>valores y salidas de las cabezas</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/saved_training</name>
  <message>
   <source>the trash does not take {folder}</source>
   <translation>la papelera no admite {folder}</translation>
  </message>
  <message>
   <source>{folder} cannot be deleted: {error}</source>
   <translation>{folder} no se puede eliminar: {error}</translation>
  </message>
  <message>
   <source>{folder} is not among the trainings that are kept in {home}</source>
   <translation>{folder} no está entre los entrenamientos que se guardan en {home}</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/snapshots</name>
  <message>
   <source>give a sentence</source>
   <translation>da una frase</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/tokens</name>
  <message>
   <source>never seen in training: do not trust how it is translated</source>
   <translation>nunca visto en el entrenamiento: no te fíes de su traducción</translation>
  </message>
 </context>
 <context>
  <name>model_core/record/training_log</name>
  <message>
   <source>{about} has no settings</source>
   <translation>{about} no tiene ajustes</translation>
  </message>
  <message>
   <source>{about} has version {found}; this headscope reads version {version}</source>
   <translation>{about} tiene la versión {found}; este headscope lee la versión {version}</translation>
  </message>
  <message>
   <source>{about} in {path} does not describe a training</source>
   <translation>{about} en {path} no describe ningún entrenamiento</translation>
  </message>
  <message>
   <source>{path} is not a training folder: it has no {about}</source>
   <translation>{path} no es una carpeta de entrenamiento: no tiene {about}</translation>
  </message>
  <message>
   <source>{reached} To continue from there, run the same command with {more}.</source>
   <translation>{reached} Para continuar desde ahí, ejecuta el mismo comando con {more}.</translation>
  </message>
  <message>
   <source>{updates}, 1 epoch, {time} of training</source>
   <translation>{updates}, 1 época, {time} de entrenamiento</translation>
  </message>
  <message>
   <source>{updates}, less than 0.1 epochs, {time} of training</source>
   <translation>{updates}, menos de 0.1 épocas, {time} de entrenamiento</translation>
  </message>
  <message>
   <source>{updates}, {epochs:,} epochs, {time} of training</source>
   <translation>{updates}, {epochs:,} épocas, {time} de entrenamiento</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/bertviz</name>
  <message>
   <source>the trace has no attention with weights for every layer</source>
   <translation>la traza no tiene ninguna atención con los pesos de todas las capas</translation>
  </message>
  <message>
   <source>there is no sentence {sentence}; the trace has {sentences_count}, counted from 0</source>
   <translation>no hay frase {sentence}; la traza tiene {sentences_count}, contadas desde 0</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/content</name>
  <message>
   <source>give either attention or any of {names}, not both</source>
   <translation>da attention, o alguno de {names}, no las dos cosas</translation>
  </message>
  <message>
   <source>kind is {kind}; expected encoder or decoder</source>
   <translation>kind es {kind}; se necesita encoder o decoder</translation>
  </message>
  <message>
   <source>the longest sentence of {said} has {longest} strings, but the maps have {size} tokens: cut the padding off the maps</source>
   <translation>la frase más larga de {said} tiene {longest} textos, pero los mapas tienen {size} tokens: quita el relleno de los mapas</translation>
  </message>
  <message>
   <source>written_tokens describes decoder rows, but no decoder attention is given</source>
   <translation>written_tokens describe filas del decodificador, pero no se da ninguna atención del decodificador</translation>
  </message>
  <message>
   <source>written_tokens has {row_count} strings, but the decoder reads {read_count} tokens</source>
   <translation>written_tokens tiene {row_count} textos, pero el decodificador lee {read_count} tokens</translation>
  </message>
  <message>
   <source>{extra} does not belong to any of the given attentions</source>
   <translation>{extra} no pertenece a ninguna atención dada</translation>
  </message>
  <message>
   <source>{name} contains no array: Hugging Face models return attentions when loaded with attn_implementation="eager" and called with output_attentions=True</source>
   <translation>{name} no contiene ningún array: los modelos de Hugging Face dan atenciones cuando se cargan con attn_implementation="eager" y se llaman con output_attentions=True</translation>
  </message>
  <message>
   <source>{name} has a string of {text_count:,} characters at index {at}; the limit is {recorded_token:,}</source>
   <translation>{name} tiene un texto de {text_count:,} caracteres en el índice {at}; como máximo se leen {recorded_token:,}</translation>
  </message>
  <message>
   <source>{name} has a value of type {kind} at index {at}; expected strings, not ids</source>
   <translation>{name} tiene un valor de tipo {kind} en el índice {at}; se necesitan textos, no identificadores</translation>
  </message>
  <message>
   <source>{name} has several arrays at index {at}, one per step, as generate() returns them. Run the model once on the finished text instead, and save its output</source>
   <translation>{name} tiene varios arrays en el índice {at}, uno por paso, como los devuelve generate(). Ejecuta el modelo una sola vez con el texto terminado y guarda su salida</translation>
  </message>
  <message>
   <source>{name} has type {dtype}; expected float16, float32 or float64</source>
   <translation>{name} es del tipo {dtype}; se necesita float16, float32 o float64</translation>
  </message>
  <message>
   <source>{name} has {heads} heads, but the others have {heads2}: save two recordings</source>
   <translation>{name} tiene {heads} cabezas, pero los demás {heads2}: guarda dos grabaciones</translation>
  </message>
  <message>
   <source>{name} has {row_count:,} strings; it must have 1 to {recorded_tokens:,}</source>
   <translation>{name} tiene {row_count:,} textos; debe tener de 1 a {recorded_tokens:,}</translation>
  </message>
  <message>
   <source>{name} has {rows_count} sentences, but the maps have {sentences}</source>
   <translation>{name} tiene {rows_count} frases, pero los mapas {sentences}</translation>
  </message>
  <message>
   <source>{name} has {sentences} sentences, but the others have {sentences2}</source>
   <translation>{name} tiene {sentences} frases, pero los demás {sentences2}</translation>
  </message>
  <message>
   <source>{name} is a single array of {ndim} dimensions; expected one array per layer</source>
   <translation>{name} es un solo array de {ndim} dimensiones; se necesita uno por capa</translation>
  </message>
  <message>
   <source>{name} is a single string; expected a list with one string per token</source>
   <translation>{name} es un solo texto; se necesita una lista con un texto por token</translation>
  </message>
  <message>
   <source>{name} is not an array of numbers: {error}</source>
   <translation>{name} no es un array de números: {error}</translation>
  </message>
  <message>
   <source>{name}, index {at} has shape {array_shape}; expected {needed}</source>
   <translation>{name}, índice {at}, tiene la forma {array_shape}; se necesita {needed}</translation>
  </message>
  <message>
   <source>{name}, layer {at} has shape {layer_shape}, but the first layer has {shape}</source>
   <translation>{name}, capa {at}, tiene la forma {layer_shape}, pero la primera {shape}</translation>
  </message>
  <message>
   <source>{name}, layer {at} has shape {layer_shape}; expected (sentences, heads, queries, keys)</source>
   <translation>{name}, capa {at}, tiene la forma {layer_shape}; se necesita (frases, cabezas, consultas, claves)</translation>
  </message>
  <message>
   <source>{name}: expected (queries, keys, values) of a recorded attention</source>
   <translation>{name}: se necesitan (consultas, claves, valores) de una atención grabada</translation>
  </message>
  <message>
   <source>{name}: no attention of the {side} is recorded</source>
   <translation>{name}: no se grabó ninguna atención de {side}</translation>
  </message>
  <message>
   <source>{said} have width {width}, but the others have {width2}</source>
   <translation>{said} tienen anchura {width}, pero los demás {width2}</translation>
  </message>
  <message>
   <source>{said} have {found_count} layers, but the weights have {layers}</source>
   <translation>{said} tienen {found_count} capas, pero los pesos {layers}</translation>
  </message>
  <message>
   <source>{said} is missing: give {size} strings, one per token</source>
   <translation>falta {said}: da {size} textos, uno por token</translation>
  </message>
  <message>
   <source>{said}, but the {side} has {sizes} tokens in the other maps</source>
   <translation>{said}, pero {side} tiene {sizes} tokens en los demás mapas</translation>
  </message>
  <message>
   <source>{said}, layer {at} have shape {layer_shape}; expected {needed}</source>
   <translation>{said}, capa {at}, tienen la forma {layer_shape}; se necesita {needed}</translation>
  </message>
  <message>
   <source>{said}, sentence {at} has {count} strings, but its rows also read what lies behind them. Pad on the right and give the model the attention mask, or give a string for each padding token too</source>
   <translation>{said}, frase {at}, tiene {count} textos, pero sus filas leen también lo que hay detrás. Pon el relleno a la derecha y pasa al modelo la máscara de atención, o da también un texto por cada token de relleno</translation>
  </message>
  <message>
   <source>{sentences} sentences; a recording holds at most {recorded_sentences}</source>
   <translation>{sentences} frases; en una grabación caben como máximo {recorded_sentences}</translation>
  </message>
  <message>
   <source>{which} has {row_count} strings, but the maps have {size} tokens</source>
   <translation>{which} tiene {row_count} textos, pero los mapas tienen {size} tokens</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/file_format</name>
  <message>
   <source>{name} has version {version}; this headscope reads version {version2}</source>
   <translation>{name} tiene la versión {version}; este headscope lee la versión {version2}</translation>
  </message>
  <message>
   <source>{name} has {count:,} tokens; the limit is {recorded_all_tokens:,}</source>
   <translation>{name} tiene {count:,} tokens; como máximo se leen {recorded_all_tokens:,}</translation>
  </message>
  <message>
   <source>{name} has {size:,} bytes, but its header describes {start:,}</source>
   <translation>{name} tiene {size:,} bytes, pero su cabecera describe {start:,}</translation>
  </message>
  <message>
   <source>{name} is not a recording: its metadata does not say {format}</source>
   <translation>{name} no es una grabación: sus metadatos no dicen {format}</translation>
  </message>
  <message>
   <source>{name} lists {header_count:,} arrays; it must have 1 to {safetensors_tensors:,}</source>
   <translation>{name} enumera {header_count:,} arrays; debe tener de 1 a {safetensors_tensors:,}</translation>
  </message>
  <message>
   <source>{name}: 'layers' is {layers}; expected the number of layers per attention</source>
   <translation>{name}: 'layers' es {layers}; se necesita cuántas capas tiene cada atención</translation>
  </message>
  <message>
   <source>{name}: its arrays {value}</source>
   <translation>{name}: sus arrays {value}</translation>
  </message>
  <message>
   <source>{name}: its metadata is damaged</source>
   <translation>{name}: sus metadatos están dañados</translation>
  </message>
  <message>
   <source>{name}: the description of its attentions is damaged</source>
   <translation>{name}: la descripción de sus atenciones está dañada</translation>
  </message>
  <message>
   <source>{name}: the tokens of a sentence do not match its attentions</source>
   <translation>{name}: los tokens de una frase no corresponden a sus atenciones</translation>
  </message>
  <message>
   <source>{name}: the weights of the {missing} attention are missing</source>
   <translation>{name}: faltan los pesos de la atención {missing}</translation>
  </message>
  <message>
   <source>{name}: unexpected array {tensor}</source>
   <translation>{name}: array inesperado {tensor}</translation>
  </message>
  <message>
   <source>{name}: {tensor} has shape {entry_shape}; expected {words}</source>
   <translation>{name}: {tensor} tiene la forma {entry_shape}, se necesita {words}</translation>
  </message>
  <message>
   <source>{name}: {tensor} has type {said}; expected one of {precisions}</source>
   <translation>{name}: {tensor} es del tipo {said}; se necesita uno de {precisions}</translation>
  </message>
  <message>
   <source>{name}: {tensor} has {span:,} bytes, which does not match its shape {shape}</source>
   <translation>{name}: {tensor} tiene {span:,} bytes, que no corresponden a su forma {shape}</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/open</name>
  <message>
   <source>A recording has the results of another program, so it cannot be recomputed with another text, mask or choice. Choose a model to do that.</source>
   <translation>Una grabación contiene los resultados de otro programa, así que no se puede calcular de nuevo con otro texto, máscara o elección. Para eso elige un modelo.</translation>
  </message>
  <message>
   <source>A recording of {words}, and nothing else.</source>
   <translation>Una grabación de {words}, y nada más.</translation>
  </message>
  <message>
   <source>Each row's written token is the one that the next row reads; the last one was not recorded.</source>
   <translation>Lo que escribe cada fila es el token que lee la fila siguiente; el último no se grabó.</translation>
  </message>
  <message>
   <source>Later tokens are hatched because no head reads them; the mask itself was not recorded.</source>
   <translation>Los tokens posteriores están rayados porque ninguna cabeza los lee; la máscara misma no se grabó.</translation>
  </message>
  <message>
   <source>Rows of its cross-attention do not sum to 1; they are shown as recorded. Dropout does this when a model is in training mode.</source>
   <translation>Las filas de su atención cruzada no suman 1; se muestran como se grabaron. El dropout hace esto cuando un modelo está en modo de entrenamiento.</translation>
  </message>
  <message>
   <source>Rows of its decoder attention do not sum to 1; they are shown as recorded. Dropout does this when a model is in training mode.</source>
   <translation>Las filas de su atención del decodificador no suman 1; se muestran como se grabaron. El dropout hace esto cuando un modelo está en modo de entrenamiento.</translation>
  </message>
  <message>
   <source>Rows of its encoder attention do not sum to 1; they are shown as recorded. Dropout does this when a model is in training mode.</source>
   <translation>Las filas de su atención del codificador no suman 1; se muestran como se grabaron. El dropout hace esto cuando un modelo está en modo de entrenamiento.</translation>
  </message>
  <message>
   <source>Scores are divided by √{head} (the head width), which reproduces the recorded weights.</source>
   <translation>Las puntuaciones se dividen entre √{head} (la anchura de una cabeza), lo que reproduce los pesos grabados.</translation>
  </message>
  <message>
   <source>Scores are divided by √{width} (the model width), which reproduces the recorded weights.</source>
   <translation>Las puntuaciones se dividen entre √{width} (la anchura del modelo), lo que reproduce los pesos grabados.</translation>
  </message>
  <message>
   <source>Scores are not divided by anything, which reproduces the recorded weights.</source>
   <translation>Las puntuaciones no se dividen entre nada, lo que reproduce los pesos grabados.</translation>
  </message>
  <message>
   <source>hidden states</source>
   <translation>estados ocultos</translation>
  </message>
  <message>
   <source>queries</source>
   <translation>consultas</translation>
  </message>
  <message>
   <source>the weights of {layers} layers ({heads} heads)</source>
   <translation>los pesos de {layers} capas ({heads} cabezas)</translation>
  </message>
  <message>
   <source>values</source>
   <translation>valores</translation>
  </message>
  <message>
   <source>{count} cross</source>
   <translation>{count} cruzadas</translation>
  </message>
  <message>
   <source>{count} decoder</source>
   <translation>{count} de decodificador</translation>
  </message>
  <message>
   <source>{count} encoder</source>
   <translation>{count} de codificador</translation>
  </message>
  <message>
   <source>{count} of its layers have no weights (the first is {first}): their cells are empty.</source>
   <translation>{count} de sus capas no tienen pesos (la primera es {first}): sus celdas están vacías.</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/save</name>
  <message>
   <source>nothing to record: give attention or any of {names}</source>
   <translation>nada que grabar: da attention, o alguno de {names}</translation>
  </message>
  <message>
   <source>the tokens take {text_count:,} bytes; the limit is {safetensors_header:,}</source>
   <translation>los tokens ocupan {text_count:,} bytes; el límite es {safetensors_header:,}</translation>
  </message>
  <message>
   <source>{found} goes with attention, but {given} is given: use the argument that begins with encoder_, decoder_ or cross_, or leave it out</source>
   <translation>{found} va con attention, pero se ha dado {given}: usa el argumento que empieza por encoder_, decoder_ o cross_, o quítalo</translation>
  </message>
  <message>
   <source>{names_count:,} arrays; a file holds at most {safetensors_tensors:,}</source>
   <translation>{names_count:,} arrays; en un archivo caben como máximo {safetensors_tensors:,}</translation>
  </message>
  <message>
   <source>{target}: the name of a recording must end in .safetensors</source>
   <translation>{target}: el nombre de una grabación debe terminar en .safetensors</translation>
  </message>
 </context>
 <context>
  <name>model_core/recordings/stored_arrays</name>
  <message>
   <source>not enough memory for the {count:,} bytes of {where}</source>
   <translation>no hay memoria suficiente para los {count:,} bytes de {where}</translation>
  </message>
  <message>
   <source>{path} was changed while it was open; open it again</source>
   <translation>{path} cambió mientras estaba abierto; ábrelo de nuevo</translation>
  </message>
  <message>
   <source>{recording} cannot be read: {reason}</source>
   <translation>{recording} no se puede leer: {reason}</translation>
  </message>
  <message>
   <source>{where} has {count:,} bytes; at most {largest:,} can be read at once</source>
   <translation>{where} tiene {count:,} bytes; como máximo se leen {largest:,} a la vez</translation>
  </message>
 </context>
 <context>
  <name>model_core/schema/__init__</name>
  <message>
   <source>; did you mean {names}?</source>
   <translation>; ¿quisiste decir {names}?</translation>
  </message>
  <message>
   <source>; the known ones are {names}</source>
   <translation>; elige entre {names}</translation>
  </message>
  <message>
   <source>; the known ones are {names} and {more} more</source>
   <translation>; elige entre {names} y {more} más</translation>
  </message>
  <message>
   <source>In {subject} {text}</source>
   <translation>En {subject}, {text}</translation>
  </message>
  <message>
   <source>expected a number</source>
   <translation>se necesita un número</translation>
  </message>
  <message>
   <source>expected a string</source>
   <translation>se necesita un texto</translation>
  </message>
  <message>
   <source>expected a whole number</source>
   <translation>se necesita un número entero</translation>
  </message>
  <message>
   <source>expected an object</source>
   <translation>se necesita un objeto</translation>
  </message>
  <message>
   <source>expected true or false</source>
   <translation>se necesita true o false</translation>
  </message>
  <message>
   <source>missing field</source>
   <translation>falta el campo</translation>
  </message>
  <message>
   <source>unknown field</source>
   <translation>campo desconocido</translation>
  </message>
  <message>
   <source>{need} {name} in {subject}{known}</source>
   <translation>{need} {name} en {subject}{known}</translation>
  </message>
  <message>
   <source>{one} or {other}</source>
   <translation>{one} o {other}</translation>
  </message>
  <message>
   <source>{subject} is not a JSON object</source>
   <translation>{subject} no es un objeto JSON</translation>
  </message>
 </context>
 <context>
  <name>model_core/schema/codecs</name>
  <message>
   <source>empty</source>
   <translation>vacío</translation>
  </message>
  <message>
   <source>expected a list</source>
   <translation>se necesita una lista</translation>
  </message>
  <message>
   <source>expected a list of length {count}</source>
   <translation>se necesita una lista de longitud {count}</translation>
  </message>
  <message>
   <source>expected a list or null</source>
   <translation>se necesita una lista o null</translation>
  </message>
  <message>
   <source>expected a number from {low} to {high}</source>
   <translation>se necesita un número de {low} a {high}</translation>
  </message>
  <message>
   <source>expected a number from {low} to {high}, or null</source>
   <translation>se necesita un número de {low} a {high} o null</translation>
  </message>
  <message>
   <source>expected a number of at least {low}</source>
   <translation>se necesita un número de al menos {low}</translation>
  </message>
  <message>
   <source>expected a number of at least {low}, or null</source>
   <translation>se necesita un número de al menos {low}, o null</translation>
  </message>
  <message>
   <source>expected a number or null</source>
   <translation>se necesita un número o null</translation>
  </message>
  <message>
   <source>expected a string matching {pattern}</source>
   <translation>se necesita un texto que cumpla {pattern}</translation>
  </message>
  <message>
   <source>expected a string or null</source>
   <translation>se necesita un texto o null</translation>
  </message>
  <message>
   <source>expected a tuple</source>
   <translation>se necesita una tupla</translation>
  </message>
  <message>
   <source>expected a whole number from {low} to {high}</source>
   <translation>se necesita un número entero de {low} a {high}</translation>
  </message>
  <message>
   <source>expected a whole number from {low} to {high}, or null</source>
   <translation>se necesita un número entero de {low} a {high} o null</translation>
  </message>
  <message>
   <source>expected a whole number of at least {low}</source>
   <translation>se necesita un número entero de al menos {low}</translation>
  </message>
  <message>
   <source>expected a whole number of at least {low}, or null</source>
   <translation>se necesita un número entero de al menos {low}, o null</translation>
  </message>
  <message>
   <source>expected a whole number or null</source>
   <translation>se necesita un número entero o null</translation>
  </message>
  <message>
   <source>expected an object or null</source>
   <translation>se necesita un objeto o null</translation>
  </message>
  <message>
   <source>expected null</source>
   <translation>se necesita null</translation>
  </message>
  <message>
   <source>expected one of {names}</source>
   <translation>se necesita uno de {names}</translation>
  </message>
  <message>
   <source>expected true, false or null</source>
   <translation>se necesita true, false o null</translation>
  </message>
  <message>
   <source>the maximum is {count:,}</source>
   <translation>el máximo es {count:,}</translation>
  </message>
  <message>
   <source>the minimum is {count:,}</source>
   <translation>el mínimo es {count:,}</translation>
  </message>
  <message>
   <source>the value</source>
   <translation>el valor</translation>
  </message>
  <message>
   <source>the value has the wrong type</source>
   <translation>se necesita un valor de otro tipo</translation>
  </message>
  <message>
   <source>{count:,} characters long</source>
   <translation>de {count:,} caracteres</translation>
  </message>
  <message>
   <source>{count:,} entries long</source>
   <translation>de {count:,} entradas</translation>
  </message>
  <message>
   <source>{where} is {value}; {need}</source>
   <translation>{where} es {value}; {need}</translation>
  </message>
 </context>
 <context>
  <name>model_core/spec</name>
  <message>
   <source>d_model {d_model} is not divisible by {count} {name}</source>
   <translation>d_model {d_model} no se puede dividir por igual entre {count} {name}</translation>
  </message>
  <message>
   <source>pad_id and eos_id are both {id}, so the end of a sentence would be masked like padding; give one of them another id</source>
   <translation>pad_id y eos_id son ambos {id}: el fin de una frase quedaría oculto como su relleno; da otro identificador a uno de los dos</translation>
  </message>
  <message>
   <source>position_reach is {reach} with {buckets} position_buckets: the nearest {half} distances have a bucket each, so the reach must be larger than {half}</source>
   <translation>position_reach es {reach}, position_buckets {buckets}: las {half} distancias más cortas tienen un tramo cada una, así que el alcance debe ser mayor que {half}</translation>
  </message>
  <message>
   <source>tied embeddings need one vocabulary for source and target, but the source has {source:,} entries and the target {target:,}; set tied to false, or give both the same size</source>
   <translation>los embeddings compartidos necesitan un solo vocabulario para origen y destino, pero el origen tiene {source:,} entradas, el destino {target:,}; pon tied en false, o da a los dos el mismo tamaño</translation>
  </message>
  <message>
   <source>{name} is {id}, which is outside the vocabulary</source>
   <translation>{name} es {id}, que está fuera del vocabulario</translation>
  </message>
  <message>
   <source>{parameters:,} parameters; the limit is {max_parameters:,}</source>
   <translation>{parameters:,} parámetros; como máximo se abren {max_parameters:,}</translation>
  </message>
 </context>
 <context>
  <name>model_core/synthetic/toys/dates</name>
  <message>
   <source>Write dates in figures</source>
   <translation>Escribir fechas en cifras</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/byte_pairs</name>
  <message>
   <source>bytes {bytes} of an unfinished character</source>
   <translation>bytes {bytes} de un carácter incompleto</translation>
  </message>
  <message>
   <source>{name} has no table of pieces or no list of merges</source>
   <translation>{name} no tiene tabla de piezas, o no tiene lista de fusiones</translation>
  </message>
  <message>
   <source>{name}: a piece occurs twice, or one of the 256 bytes has no piece</source>
   <translation>{name}: una pieza aparece dos veces, o uno de los 256 bytes no tiene ninguna</translation>
  </message>
  <message>
   <source>{name}: the result of merge {one} is not one of its pieces</source>
   <translation>{name}: el resultado de la fusión {one} no es ninguna de sus piezas</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/foreign</name>
  <message>
   <source>end of sentence</source>
   <translation>fin de frase</translation>
  </message>
  <message>
   <source>not an id of this model: 0 to {last:,}, except {padding}, which is padding</source>
   <translation>no es un identificador de este modelo: de 0 a {last:,}, salvo {padding}, que es relleno</translation>
  </message>
  <message>
   <source>not in this model's table</source>
   <translation>no está en la tabla de este modelo</translation>
  </message>
  <message>
   <source>padding, and the start of the target</source>
   <translation>relleno, y el comienzo del destino</translation>
  </message>
  <message>
   <source>padding: no token here</source>
   <translation>relleno: aquí no hay ningún token</translation>
  </message>
  <message>
   <source>sentencepiece {sentencepiece_version} has a known vulnerability: install 0.2.1 or newer</source>
   <translation>sentencepiece {sentencepiece_version} tiene una vulnerabilidad conocida: instala 0.2.1 o posterior</translation>
  </message>
  <message>
   <source>start of sentence</source>
   <translation>comienzo de frase</translation>
  </message>
  <message>
   <source>this model needs the sentencepiece library: {command}</source>
   <translation>este modelo necesita la biblioteca sentencepiece: {command}</translation>
  </message>
  <message>
   <source>unknown word</source>
   <translation>palabra desconocida</translation>
  </message>
  <message>
   <source>{file} has been changed since this model was saved</source>
   <translation>{file} ha cambiado desde que se guardó este modelo</translation>
  </message>
  <message>
   <source>{file} is not a SentencePiece model: {error}</source>
   <translation>{file} no es un modelo SentencePiece: {error}</translation>
  </message>
  <message>
   <source>{name}: a special id is outside the table</source>
   <translation>{name}: un identificador especial queda fuera de la tabla</translation>
  </message>
  <message>
   <source>{name}: unknown kind of vocabulary {kind}</source>
   <translation>{name}: tipo de vocabulario desconocido {kind}</translation>
  </message>
  <message>
   <source>{name}: {key} is {value}; expected a whole number from 0 to {most:,}</source>
   <translation>{name}: {key} es {value}; se necesita un número entero de 0 a {most:,}</translation>
  </message>
  <message>
   <source>{path}: it does not name the {key}'s SentencePiece model</source>
   <translation>{path}: no nombra el modelo SentencePiece de {key}</translation>
  </message>
  <message>
   <source>{path}: it does not say whether a source begins with the start token</source>
   <translation>{path}: no dice si un origen empieza con el token inicial</translation>
  </message>
  <message>
   <source>{path}: the {key}'s table of pieces is damaged</source>
   <translation>{path}: la tabla de piezas de {key} está dañada</translation>
  </message>
  <message>
   <source>{path}: {file} is not a valid name for a SentencePiece model</source>
   <translation>{path}: {file} no es un nombre válido para un modelo SentencePiece</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/merge_steps</name>
  <message>
   <source>the merges of tokenizer.json are damaged</source>
   <translation>las fusiones de tokenizer.json están dañadas</translation>
  </message>
  <message>
   <source>this model's tokenizer has no merges</source>
   <translation>el tokenizador de este modelo no tiene fusiones</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/typed_text</name>
  <message>
   <source>{path} is not a list of training words</source>
   <translation>{path} no es una lista de palabras de entrenamiento</translation>
  </message>
  <message>
   <source>{path} is not a list of training words, or is incomplete</source>
   <translation>{path} no es una lista de palabras de entrenamiento, o está incompleta</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/vocab</name>
  <message>
   <source>a vocabulary of {size} leaves no room for pieces; the minimum is 400</source>
   <translation>un vocabulario de {size} no deja sitio para piezas; el mínimo es 400</translation>
  </message>
  <message>
   <source>a word this model does not know</source>
   <translation>una palabra que este modelo no conoce</translation>
  </message>
  <message>
   <source>byte {value} ({code})</source>
   <translation>el byte {value} ({code})</translation>
  </message>
  <message>
   <source>byte {value} of an unfinished character</source>
   <translation>el byte {value} de un carácter incompleto</translation>
  </message>
  <message>
   <source>byte {value}, {place} of {count} of “{name}” ({code})</source>
   <translation>el byte {value}, {place} de {count} de “{name}” ({code})</translation>
  </message>
  <message>
   <source>{name} cannot be read as a vocabulary: {error}</source>
   <translation>{name} no se puede leer como vocabulario: {error}</translation>
  </message>
  <message>
   <source>{name} has no table of pieces</source>
   <translation>{name} no tiene tabla de piezas</translation>
  </message>
  <message>
   <source>{name} has padding, truncation, a post-processor or added tokens; headscope's vocabularies have none</source>
   <translation>{name} tiene relleno, truncamiento, un posprocesador o tokens añadidos; los vocabularios de headscope no</translation>
  </message>
  <message>
   <source>{name} is not a vocabulary written by headscope (BPE or WordLevel)</source>
   <translation>{name} no es un vocabulario escrito por headscope (BPE o WordLevel)</translation>
  </message>
  <message>
   <source>{name}: its ids are not 0, 1, 2 …, or the special pieces do not come first</source>
   <translation>{name}: sus identificadores no son 0, 1, 2 … o las piezas especiales no van primero</translation>
  </message>
  <message>
   <source>{name}: its model settings differ from headscope's</source>
   <translation>{name}: su modelo tiene otros ajustes que los de headscope</translation>
  </message>
  <message>
   <source>{name}: its {part} is not the one headscope uses</source>
   <translation>{name}: su {part} no es el que usa headscope</translation>
  </message>
 </context>
 <context>
  <name>model_core/tokenizers/word_list</name>
  <message>
   <source>{name} has no {missing}</source>
   <translation>{name} no tiene {missing}</translation>
  </message>
  <message>
   <source>{path} is not a whole-word tokenizer (WordLevel)</source>
   <translation>{path} no es un tokenizador de palabras enteras (WordLevel)</translation>
  </message>
  <message>
   <source>{path}: a list of its words is damaged</source>
   <translation>{path}: una lista de sus palabras está dañada</translation>
  </message>
  <message>
   <source>{path}: its ids are not 0, 1, 2 …</source>
   <translation>{path}: sus identificadores no son 0, 1, 2 …</translation>
  </message>
  <message>
   <source>{path}: only splitting at whitespace and punctuation is supported</source>
   <translation>{path}: aquí las palabras solo se cortan por espacios y signos</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/averaging</name>
  <message>
   <source>a mean needs two models or more, and as many shares: {models} with {shares}</source>
   <translation>una media necesita dos modelos o más, y otras tantas partes: {models} con {shares}</translation>
  </message>
  <message>
   <source>shares are 0 or more and 1 in sum, not {sum}</source>
   <translation>las partes son 0 o más y suman 1, no {sum}</translation>
  </message>
  <message>
   <source>{folder} has another {field} than the first model: {own}, not {expected}</source>
   <translation>{folder} tiene otro valor de {field} que el primer modelo: {own}, no {expected}</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/data</name>
  <message>
   <source>an empty line</source>
   <translation>una línea vacía</translation>
  </message>
  <message>
   <source>an empty side</source>
   <translation>un lado vacío</translation>
  </message>
  <message>
   <source>each line must be a source</source>
   <translation>cada línea debe ser un origen</translation>
  </message>
  <message>
   <source>each line must be a source, a tab and a target</source>
   <translation>cada línea debe ser un origen, un tabulador y un destino</translation>
  </message>
  <message>
   <source>longer than {most:,} characters</source>
   <translation>más de {most:,} caracteres</translation>
  </message>
  <message>
   <source>no tab</source>
   <translation>sin tabulador</translation>
  </message>
  <message>
   <source>no usable lines in {names}: {needed}</source>
   <translation>ninguna línea utilizable en {names}: {needed}</translation>
  </message>
  <message>
   <source>no usable lines in {names}: {needed}; {complaint}</source>
   <translation>ninguna línea utilizable en {names}: {needed}; {complaint}</translation>
  </message>
  <message>
   <source>not UTF-8</source>
   <translation>no es UTF-8</translation>
  </message>
  <message>
   <source>skipped 1 malformed line: {first}</source>
   <translation>1 línea mal formada omitida: {first}</translation>
  </message>
  <message>
   <source>skipped {count:,} malformed lines: {first}</source>
   <translation>{count:,} líneas mal formadas omitidas: {first}</translation>
  </message>
  <message>
   <source>there is only one source, so nothing can be held out for validation; add --valid FILE.tsv</source>
   <translation>solo hay un origen, así que no se puede reservar nada para validar; añade --valid ARCHIVO.tsv</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/datasets</name>
  <message>
   <source>every sentence pair is too long for {max_positions} positions: set a larger model.max_positions</source>
   <translation>ningún par de frases cabe en {max_positions} posiciones: aumenta model.max_positions</translation>
  </message>
  <message>
   <source>every validation pair has {longest} tokens or more on one side: set a larger model.max_positions</source>
   <translation>ningún par de validación tiene menos de {longest} tokens en los dos lados: aumenta model.max_positions</translation>
  </message>
  <message>
   <source>invalid model settings: {error}</source>
   <translation>ajustes del modelo no válidos: {error}</translation>
  </message>
  <message>
   <source>left out 1 pair of {longest} tokens or more on one side</source>
   <translation>1 par omitido: tiene {longest} tokens o más en un lado</translation>
  </message>
  <message>
   <source>left out {count:,} pairs of {longest} tokens or more on one side</source>
   <translation>{count:,} pares omitidos: tienen {longest} tokens o más en un lado</translation>
  </message>
  <message>
   <source>piece_dropout skips merges of byte pairs, and a vocabulary of whole words has none: leave piece_dropout out, or train with a vocabulary of byte pairs, such as vocabulary={pieces} or more in another folder</source>
   <translation>piece_dropout omite fusiones de pares de bytes, y un vocabulario de palabras enteras no tiene ninguna: quita piece_dropout, o entrena con un vocabulario de pares de bytes, como vocabulary={pieces} o más, en otra carpeta</translation>
  </message>
  <message>
   <source>training needs --data FILE.tsv or --task NAME</source>
   <translation>entrenar necesita --data ARCHIVO.tsv, o --task NOMBRE</translation>
  </message>
  <message>
   <source>unknown task {task}; choose from {tasks}</source>
   <translation>tarea desconocida {task}; elige entre {tasks}</translation>
  </message>
  <message>
   <source>{folder} has plain ids or another program's vocabulary; training on files needs one made by headscope</source>
   <translation>{folder} tiene solo ids o el vocabulario de otro programa; entrenar con archivos requiere uno hecho por headscope</translation>
  </message>
  <message>
   <source>{name} is {value}; the last one of this model is {most}</source>
   <translation>{name} es {value}; el último de este modelo es {most}</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/distil</name>
  <message>
   <source>left out 1 source of more than {room} tokens, too long for the model</source>
   <translation>1 frase de origen omitida: tiene más de {room} tokens, demasiados para el modelo</translation>
  </message>
  <message>
   <source>left out {count:,} sources of more than {room} tokens, too long for the model</source>
   <translation>{count:,} frases de origen omitidas: tienen más de {room} tokens, demasiados para el modelo</translation>
  </message>
  <message>
   <source>{path} cannot be written: {reason}. Finished parts are kept: run the same command again to go on</source>
   <translation>no se puede escribir {path}: {reason}. Las partes terminadas se conservan: ejecuta el mismo comando para seguir</translation>
  </message>
  <message>
   <source>{path} was made with other models, data or settings; keep those, choose another --out, or delete it</source>
   <translation>{path} se hizo con otros modelos, datos o ajustes; usa los mismos, elige otro --out o bórralo</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/distributed</name>
  <message>
   <source>another of the processes has ended; what it said tells why. Run the same command to go on</source>
   <translation>otro de los procesos ha terminado; lo que dijo explica por qué. Ejecuta el mismo comando para seguir</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/ensemble</name>
  <message>
   <source>agreement is {agreement}, but both readings are equal without dropout: set model.dropout</source>
   <translation>agreement es {agreement}, pero sin dropout las dos lecturas son iguales: pon model.dropout</translation>
  </message>
  <message>
   <source>the default model</source>
   <translation>el modelo por defecto</translation>
  </message>
  <message>
   <source>this training</source>
   <translation>este entrenamiento</translation>
  </message>
  <message>
   <source>{folder} has a different vocabulary than {whose}: probabilities are averaged over the same tokens</source>
   <translation>{folder} tiene un vocabulario distinto del de {whose}: las probabilidades se promedian sobre los mismos tokens</translation>
  </message>
  <message>
   <source>{folder} has {room} positions, too few to teach a model with {needed}; set model.max_positions</source>
   <translation>{folder} tiene {room} posiciones, demasiado pocas para enseñar a un modelo con {needed}; ajusta model.max_positions</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/evaluate</name>
  <message>
   <source>BLEU and chrF need the sacrebleu library: {command}</source>
   <translation>BLEU y chrF necesitan la biblioteca sacrebleu: {command}</translation>
  </message>
  <message>
   <source>every sentence of the alignment file is too long for this model</source>
   <translation>ninguna frase del archivo de alineación es bastante corta para este modelo</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/running/clock</name>
  <message>
   <source>1 update</source>
   <translation>1 actualización</translation>
  </message>
  <message>
   <source>Goal not reached: {share:.1f} % of the validation sentences are exactly right ({asked:g} % requested); {epochs}.</source>
   <translation>Objetivo no alcanzado: {share:.1f} % de las frases de validación son exactamente correctas (se pedía {asked:g} %); {epochs}.</translation>
  </message>
  <message>
   <source>Goal reached: {share:.1f} % of the validation sentences are exactly right ({asked:g} % requested); {epochs}.</source>
   <translation>Objetivo alcanzado: {share:.1f} % de las frases de validación son exactamente correctas (se pedía {asked:g} %); {epochs}.</translation>
  </message>
  <message>
   <source>{count:,} updates</source>
   <translation>{count:,} actualizaciones</translation>
  </message>
  <message>
   <source>{reached} The time limit was reached.</source>
   <translation>{reached} Se acabó el tiempo.</translation>
  </message>
  <message>
   <source>{share:.1f} % of the validation sentences are exactly right; {epochs}.</source>
   <translation>{share:.1f} % de las frases de validación son exactamente correctas; {epochs}.</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/running/training</name>
  <message>
   <source>the gradient of update {step:,} is not finite: the training diverged. Start again with a lower rate or a longer warm-up</source>
   <translation>el gradiente de la actualización {step:,} no es finito: el entrenamiento divergió. Empieza de nuevo con una tasa menor o un calentamiento más largo</translation>
  </message>
  <message>
   <source>the model in {folder} has a different shape than this training's model settings</source>
   <translation>el modelo de {folder} tiene otra forma que los ajustes de modelo de este entrenamiento</translation>
  </message>
  <message>
   <source>the training in {folder} has different settings ({other}): keep those, or use another folder</source>
   <translation>el entrenamiento de {folder} tiene otros ajustes ({other}): consérvalos, o usa otra carpeta</translation>
  </message>
  <message>
   <source>{path} cannot be resumed ({error}); to start over, move {name} away</source>
   <translation>{path} no se puede continuar ({error}): aparta {name} para empezar de nuevo</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/survey</name>
  <message>
   <source>give at least one file of sentence pairs to survey</source>
   <translation>un estudio necesita al menos un archivo de pares de frases</translation>
  </message>
  <message>
   <source>the result cannot be written: {reason}. Finished parts are kept: run the same survey again, or save it elsewhere</source>
   <translation>no se puede escribir el resultado: {reason}. Las partes terminadas se conservan: repite el mismo estudio, o guárdalo en otro lugar</translation>
  </message>
  <message>
   <source>{folder} cannot be written: {reason}. Finished parts are kept: run the same survey again, or save it elsewhere</source>
   <translation>no se puede escribir {folder}: {reason}. Las partes terminadas se conservan: repite el mismo estudio, o guárdalo en otro lugar</translation>
  </message>
  <message>
   <source>{folder} has the result of another survey ({model} over {data}, {count:,} sentences), which this one will replace when it finishes</source>
   <translation>{folder} contiene el resultado de otro estudio ({model} sobre {data}, {count:,} frases), que este reemplazará al terminar</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/train</name>
  <message>
   <source>1 pair</source>
   <translation>1 par</translation>
  </message>
  <message>
   <source>making {made:,} sentence pairs by rule</source>
   <translation>se generan {made:,} pares de oraciones mediante reglas</translation>
  </message>
  <message>
   <source>new training</source>
   <translation>entrenamiento nuevo</translation>
  </message>
  <message>
   <source>pairs generated on the fly</source>
   <translation>pares generados sobre la marcha</translation>
  </message>
  <message>
   <source>resumed at update {step:,}</source>
   <translation>continuado en la actualización {step:,}</translation>
  </message>
  <message>
   <source>that do not fit into half precision. Start again with a lower rate or a longer warm-up</source>
   <translation>que no caben en media precisión. Empieza de nuevo con una tasa menor o un calentamiento más largo</translation>
  </message>
  <message>
   <source>update {step:,} gave weights {problem}</source>
   <translation>la actualización {step:,} dio pesos {problem}</translation>
  </message>
  <message>
   <source>{begun}: {count:,} parameters, {data}, {how}; processes: {world}</source>
   <translation>{begun}: {count:,} parámetros, {data}, {how}; procesos: {world}</translation>
  </message>
  <message>
   <source>{folder} holds a model, or a training with different settings; choose another --out</source>
   <translation>{folder} contiene un modelo, o un entrenamiento con otros ajustes; elige otro --out</translation>
  </message>
  <message>
   <source>{pairs:,} pairs</source>
   <translation>{pairs:,} pares</translation>
  </message>
  <message>
   <source>{reason}. The model of update {step:,} is kept.</source>
   <translation>{reason}. Se conserva el modelo de la actualización {step:,}.</translation>
  </message>
 </context>
 <context>
  <name>model_core/training/train_spec</name>
  <message>
   <source>soft and agreement are shares of one target: {soft} + {agreement} is more than 1</source>
   <translation>soft y agreement son partes de un mismo objetivo: {soft} + {agreement} suman más de 1</translation>
  </message>
  <message>
   <source>soft is {soft}, but there are no teachers</source>
   <translation>soft es {soft}, pero no hay modelos maestros</translation>
  </message>
  <message>
   <source>unknown model setting {unknown}{known}</source>
   <translation>ajuste de modelo desconocido {unknown}{known}</translation>
  </message>
  <message>
   <source>with teachers, soft must be above 0: it is their share of the target</source>
   <translation>con modelos maestros, soft debe ser mayor que 0: es su parte del objetivo</translation>
  </message>
  <message>
   <source>{name} is for files of sentence pairs, but a toy task generates its own: leave it out</source>
   <translation>{name} es para archivos de pares de frases, pero una tarea de juguete genera los suyos: omítelo</translation>
  </message>
 </context>
 <context>
  <name>model_core/transformer/device</name>
  <message>
   <source>torch finds no {name} device here; available: {there}</source>
   <translation>torch no encuentra aquí ningún {name}; hay: {there}</translation>
  </message>
  <message>
   <source>unknown device {name}; choose from {devices}</source>
   <translation>dispositivo desconocido {name}; elige entre {devices}</translation>
  </message>
 </context>
 <context>
  <name>model_core/transformer/model</name>
  <message>
   <source>{start} tokens, but this model has only {room} positions</source>
   <translation>{start} tokens, pero este modelo solo tiene {room} posiciones</translation>
  </message>
 </context>
 <context>
  <name>resources/examples</name>
  <message>
   <source>A clause with its own subject separates subject and verb.</source>
   <translation>Una oración con su propio sujeto separa el sujeto y el verbo.</translation>
  </message>
  <message>
   <source>A four-byte character: the model continues as if a word were there.</source>
   <translation>Un carácter de cuatro bytes: el modelo continúa como si hubiera una palabra.</translation>
  </message>
  <message>
   <source>After “ά” it is “y”: only “α”, “ε” and “ο” without an accent make it “u”.</source>
   <translation>Tras “ά” es “y”: solo “α”, “ε” y “ο” sin acento la hacen “u”.</translation>
  </message>
  <message>
   <source>Agreement</source>
   <translation>Concordancia</translation>
  </message>
  <message>
   <source>Arabic is not in the vocabulary: each letter is read as two bytes, and what is written is meaningless.</source>
   <translation>El árabe no está en el vocabulario: cada letra se lee como dos bytes, y lo que se escribe no significa nada.</translation>
  </message>
  <message>
   <source>Article, adjectives and noun share gender and number.</source>
   <translation>Artículo, adjetivos y sustantivo comparten género y número.</translation>
  </message>
  <message>
   <source>Digits stay what they are.</source>
   <translation>Las cifras quedan como son.</translation>
  </message>
  <message>
   <source>Each script has its own words; the spaces between them are kept.</source>
   <translation>Cada escritura tiene sus propias palabras; los espacios entre ellas se conservan.</translation>
  </message>
  <message>
   <source>Forks</source>
   <translation>Bifurcaciones</translation>
  </message>
  <message>
   <source>Four plural endings become one.</source>
   <translation>Cuatro terminaciones de plural pasan a ser una.</translation>
  </message>
  <message>
   <source>He, she or you: the verb ending leaves it open, English must choose.</source>
   <translation>Él, ella o usted: la terminación del verbo lo deja abierto; el inglés tiene que elegir.</translation>
  </message>
  <message>
   <source>Inside the clause the subject comes after its verb.</source>
   <translation>Dentro de la oración subordinada el sujeto va tras el verbo.</translation>
  </message>
  <message>
   <source>Latin letters are copied; the Hebrew ones after them come later, though they run the other way.</source>
   <translation>Las letras latinas se copian; las hebreas que las siguen vienen después, aunque corran en sentido contrario.</translation>
  </message>
  <message>
   <source>Long distance</source>
   <translation>Larga distancia</translation>
  </message>
  <message>
   <source>Negation</source>
   <translation>Negación</translation>
  </message>
  <message>
   <source>No word for “they”: it is read in “Viven”.</source>
   <translation>Ninguna palabra para “they”: se lee en “Viven”.</translation>
  </message>
  <message>
   <source>Not learned</source>
   <translation>No aprendido</translation>
  </message>
  <message>
   <source>Noun and adjective change places.</source>
   <translation>Sustantivo y adjetivo cambian de lugar.</translation>
  </message>
  <message>
   <source>One letter, two</source>
   <translation>De una letra, dos</translation>
  </message>
  <message>
   <source>One word in front, and the article stays.</source>
   <translation>Una sola palabra delante, y el artículo se queda.</translation>
  </message>
  <message>
   <source>Right to left</source>
   <translation>De derecha a izquierda</translation>
  </message>
  <message>
   <source>Several scripts</source>
   <translation>Varias escrituras</translation>
  </message>
  <message>
   <source>Spanish says no twice: “no” and “nada”.</source>
   <translation>El español niega dos veces: “no” y “nada”.</translation>
  </message>
  <message>
   <source>Subject and object change roles: “I like”.</source>
   <translation>Sujeto y objeto cambian de papel: “I like”.</translation>
  </message>
  <message>
   <source>Subject and object change roles: “no me gusta”.</source>
   <translation>Sujeto y objeto cambian de papel: “no me gusta”.</translation>
  </message>
  <message>
   <source>The adjective moves before its noun, and “I” has to be added.</source>
   <translation>El adjetivo pasa delante del sustantivo, y hay que añadir “I”.</translation>
  </message>
  <message>
   <source>The ending of the last word follows the first noun.</source>
   <translation>La terminación de la última palabra sigue al primer sustantivo.</translation>
  </message>
  <message>
   <source>The first and the last letter become “s” and a mark, which is a separate token.</source>
   <translation>La primera letra y la última dan “s” y un signo, que es un token propio.</translation>
  </message>
  <message>
   <source>The first letter is drawn on the right and is token 1: the model knows only the order.</source>
   <translation>La primera letra se dibuja a la derecha y es el token 1: el modelo solo conoce el orden.</translation>
  </message>
  <message>
   <source>The first “υ” follows “ε” and becomes “u”, the second one “y”.</source>
   <translation>La primera “υ” va tras “ε” y da “u”; la segunda da “y”.</translation>
  </message>
  <message>
   <source>The last ending follows the first noun, over a whole clause.</source>
   <translation>La última terminación sigue al primer sustantivo, por encima de toda una oración.</translation>
  </message>
  <message>
   <source>The pronoun moves before the verb, the adjective behind its noun.</source>
   <translation>El pronombre pasa delante del verbo; el adjetivo, detrás del sustantivo.</translation>
  </message>
  <message>
   <source>Three scripts in one line: the map stays a diagonal, whichever way the letters run.</source>
   <translation>Tres escrituras en una línea: el mapa sigue siendo una diagonal, vayan las letras hacia donde vayan.</translation>
  </message>
  <message>
   <source>Two negations become one: “nothing”, or “not … anything”.</source>
   <translation>Dos negaciones pasan a ser una: “nothing”, o “not … anything”.</translation>
  </message>
  <message>
   <source>Two pronouns before the verb go behind it.</source>
   <translation>Dos pronombres delante del verbo pasan detrás.</translation>
  </message>
  <message>
   <source>Two words: the second one is on the left.</source>
   <translation>Dos palabras: la segunda está a la izquierda.</translation>
  </message>
  <message>
   <source>What comes before</source>
   <translation>Lo que va delante</translation>
  </message>
  <message>
   <source>“Ella”, “Hoy” or the verb may come first; Spanish needs no pronoun.</source>
   <translation>Pueden ir primero “Ella”, “Hoy” o el verbo; el español no necesita pronombre.</translation>
  </message>
  <message>
   <source>“Nadie” before the verb needs no second “no”.</source>
   <translation>“Nadie” antes del verbo no necesita otro “no”.</translation>
  </message>
  <message>
   <source>“No” becomes “don't”, and the subject changes.</source>
   <translation>“No” pasa a ser “don't”, y el sujeto cambia.</translation>
  </message>
  <message>
   <source>“Nunca” moves between “have” and “seen”.</source>
   <translation>“Nunca” pasa a estar entre “have” y “seen”.</translation>
  </message>
  <message>
   <source>“Nunca” moves to the front.</source>
   <translation>“Nunca” pasa al principio.</translation>
  </message>
  <message>
   <source>“Solía tocar” or “tocaba”: two words or one.</source>
   <translation>“Solía tocar” o “tocaba”: dos palabras o una.</translation>
  </message>
  <message>
   <source>“Su” is his, her, its, your or their: the sentence does not say which.</source>
   <translation>“Su” es his, her, its, your o their: la frase no dice cuál.</translation>
  </message>
  <message>
   <source>“Una” has to know the gender of a noun not yet written.</source>
   <translation>“Una” tiene que saber el género de un sustantivo aún no escrito.</translation>
  </message>
  <message>
   <source>“We” is in the verb ending; the gender of “cansadas” is lost.</source>
   <translation>“We” está en la terminación del verbo; el género de “cansadas” se pierde.</translation>
  </message>
  <message>
   <source>“What are you doing” or “what do you do”: “los domingos” marks the habit.</source>
   <translation>“What are you doing” o “what do you do”: “los domingos” marca la costumbre.</translation>
  </message>
  <message>
   <source>“You” is “tú”, “usted” or nobody; “are late” becomes the verb “llegar tarde”.</source>
   <translation>“You” es “tú”, “usted” o nadie; “are late” pasa a ser el verbo “llegar tarde”.</translation>
  </message>
  <message>
   <source>“altas” reads number and gender from “sisters”.</source>
   <translation>“altas” lee número y género de “sisters”.</translation>
  </message>
  <message>
   <source>“are” agrees with “keys”, not with the noun next to it.</source>
   <translation>“are” concuerda con “keys”, no con el sustantivo de al lado.</translation>
  </message>
  <message>
   <source>“does” has no counterpart in Spanish.</source>
   <translation>“does” no tiene equivalente en español.</translation>
  </message>
  <message>
   <source>“don't … any” becomes one word, “no”.</source>
   <translation>“don't … any” pasa a ser una palabra, “no”.</translation>
  </message>
  <message>
   <source>“estaba” or “era”, and the ending of the last word: both depend on what “it” is.</source>
   <translation>“estaba” o “era”, y la terminación de la última palabra: ambas dependen de qué es “it”.</translation>
  </message>
  <message>
   <source>“están” agrees with “keys”, not with the noun next to it.</source>
   <translation>“están” concuerda con “keys”, no con el sustantivo de al lado.</translation>
  </message>
  <message>
   <source>“es” follows “boy”, five words before “is”.</source>
   <translation>“es” sigue a “boy”, cinco palabras antes que “is”.</translation>
  </message>
  <message>
   <source>“expensive” shows nothing of what it agrees with.</source>
   <translation>“expensive” no muestra nada de aquello con lo que concuerda.</translation>
  </message>
  <message>
   <source>“is sleeping” may become “duerme” or “está durmiendo”.</source>
   <translation>“is sleeping” puede dar “duerme” o “está durmiendo”.</translation>
  </message>
  <message>
   <source>“is” follows “niño”, five words before “es”.</source>
   <translation>“is” sigue a “niño”, cinco palabras antes que “es”.</translation>
  </message>
  <message>
   <source>“sisters” carries the gender, “tall” does not.</source>
   <translation>“sisters” lleva el género; “tall”, no.</translation>
  </message>
  <message>
   <source>“sleeps” or “is sleeping”: one Spanish form has to become one of two.</source>
   <translation>“sleeps” o “is sleeping”: una forma española tiene que dar una de dos.</translation>
  </message>
  <message>
   <source>“¿” comes first but depends on the last token; “Do” has no counterpart.</source>
   <translation>“¿” va primero, pero depende del último token; “Do” no tiene equivalente.</translation>
  </message>
  <message>
   <source>“Θ” becomes “Th”; the accent of “ί” is part of one letter, that of “ή” would be a separate token.</source>
   <translation>“Θ” da “Th”; el acento de “ί” es parte de una letra, el de “ή” sería un token propio.</translation>
  </message>
  <message>
   <source>“Ψ” becomes “Ps” and “χ” “ch”: two rows read one letter.</source>
   <translation>“Ψ” da “Ps” y “χ” da “ch”: dos filas leen una letra.</translation>
  </message>
  <message>
   <source>“ού” becomes “oú”.</source>
   <translation>“ού” da “oú”.</translation>
  </message>
 </context>
 <context>
  <name>resources/pairs</name>
  <message>
   <source>A clause with its own number separates subject and verb: see how far back the decoder reads at “es” and “son”.</source>
   <translation>Entre sujeto y verbo hay una oración con su propio número: mira cuánto retrocede el decodificador en “es” y “son”.</translation>
  </message>
  <message>
   <source>A command takes another verb form when negated: the ending follows the “No” just written.</source>
   <translation>Una orden negada lleva otra forma del verbo: la terminación sigue al “No” recién escrito.</translation>
  </message>
  <message>
   <source>A pronoun that follows its verb in English precedes it in Spanish; nothing else changes.</source>
   <translation>Un pronombre que en inglés sigue al verbo lo precede en español; nada más cambia.</translation>
  </message>
  <message>
   <source>Adjective order</source>
   <translation>Orden del adjetivo</translation>
  </message>
  <message>
   <source>After “casa” the sentence may end or continue: what was skipped in the source decides.</source>
   <translation>Tras “casa” la frase puede acabar o seguir: decide lo que se saltó en el origen.</translation>
  </message>
  <message>
   <source>An adjective before its noun follows it in Spanish: for two steps the diagonal of cross-attention crosses itself.</source>
   <translation>El adjetivo que en inglés precede al sustantivo va detrás en español: la diagonal de la atención cruzada se cruza durante dos pasos.</translation>
  </message>
  <message>
   <source>Both adjectives follow the gender of the Spanish noun, which English does not have: it must come from the word written before.</source>
   <translation>Los dos adjetivos siguen el género del sustantivo español, que el inglés no tiene: ha de venir de la palabra escrita antes.</translation>
  </message>
  <message>
   <source>Gender</source>
   <translation>Género</translation>
  </message>
  <message>
   <source>Long subject</source>
   <translation>Sujeto largo</translation>
  </message>
  <message>
   <source>Number</source>
   <translation>Número</translation>
  </message>
  <message>
   <source>One source token becomes one or two: all words of the longer phrase may read the same key.</source>
   <translation>Un token del origen pasa a ser uno o dos: todas las palabras de la expresión larga pueden leer la misma clave.</translation>
  </message>
  <message>
   <source>One “s” makes four Spanish words plural: see which English token each of them reads it from.</source>
   <translation>Una sola “s” pone en plural cuatro palabras en español: mira de qué token inglés la toma cada una.</translation>
  </message>
  <message>
   <source>Only the pronoun shows who is meant: article, adjective and noun all follow it, so “teacher” should read “He” or “She”.</source>
   <translation>Solo el pronombre dice de quién se trata: artículo, adjetivo y sustantivo lo siguen, así que “teacher” debería leer “He” o “She”.</translation>
  </message>
  <message>
   <source>Only the verb ending shows who loves: subject and object change places on the way.</source>
   <translation>Quién ama lo dice solo la terminación del verbo: sujeto y objeto cambian de lugar por el camino.</translation>
  </message>
  <message>
   <source>Person and tense are one ending in Spanish: one token combines what two source tokens say.</source>
   <translation>Persona y tiempo son una sola terminación en español: un token tiene que unir lo que dicen dos del origen.</translation>
  </message>
  <message>
   <source>Preposition</source>
   <translation>Preposición</translation>
  </message>
  <message>
   <source>Pronoun</source>
   <translation>Pronombre</translation>
  </message>
  <message>
   <source>Question</source>
   <translation>Pregunta</translation>
  </message>
  <message>
   <source>Spanish has two verbs for “am”: which one depends on the word after it, so “am” has to read what comes later.</source>
   <translation>El español tiene dos verbos para “am”: cuál depende de la palabra que sigue, así que “am” tiene que leer lo que viene después.</translation>
  </message>
  <message>
   <source>Spanish negates twice: the first “No” is written before the verb although the English word follows it.</source>
   <translation>El español niega dos veces: el primer “No” se escribe antes del verbo, aunque la palabra inglesa va detrás.</translation>
  </message>
  <message>
   <source>Tense</source>
   <translation>Tiempo verbal</translation>
  </message>
  <message>
   <source>The mark that opens a Spanish question is the first token: it depends on the “?” at the very end of the source.</source>
   <translation>El signo que abre una pregunta en español es el primer token: depende del “?” del final del origen.</translation>
  </message>
  <message>
   <source>The noun is written before the adjective: for one step the decoder has to skip a source token and come back to it.</source>
   <translation>El sustantivo se escribe antes que el adjetivo: por un paso el decodificador tiene que saltarse un token del origen y volver a él.</translation>
  </message>
  <message>
   <source>The object is written first: the first step already has to read the last word.</source>
   <translation>El objeto se escribe primero: ya el primer paso tiene que leer la última palabra.</translation>
  </message>
  <message>
   <source>The same words, only in other positions: who called whom is encoded in the positions alone.</source>
   <translation>Las mismas palabras en otras posiciones: quién llamó a quién está codificado solo en las posiciones.</translation>
  </message>
  <message>
   <source>The same words, stated or asked: only the first and last tokens differ, and “Do” has no counterpart.</source>
   <translation>Las mismas palabras, dichas o preguntadas: solo cambian el primer token y el último, y “Do” no tiene equivalente.</translation>
  </message>
  <message>
   <source>The time moves to the front: two lines of cross-attention cross each other.</source>
   <translation>La expresión de tiempo pasa al principio: dos líneas de la atención cruzada se cruzan.</translation>
  </message>
  <message>
   <source>The verb agrees with the noun farther away, not with the one next to it: a head that reads the previous token is not enough.</source>
   <translation>El verbo concuerda con el sustantivo más lejano, no con el de al lado: no basta una cabeza que lea el token anterior.</translation>
  </message>
  <message>
   <source>The verb comes after its subject in Spanish too: it can take the number from the English text or from the word just written.</source>
   <translation>También en español el verbo va tras el sujeto: puede tomar el número del texto inglés o de la palabra recién escrita.</translation>
  </message>
  <message>
   <source>Three English words become one verb, which includes the direction that the preposition gives.</source>
   <translation>Tres palabras inglesas pasan a ser un verbo, que incluye la dirección que da la preposición.</translation>
  </message>
  <message>
   <source>To be</source>
   <translation>Ser y estar</translation>
  </message>
  <message>
   <source>Two English words, “does not”, become one, and the verb loses its “s”: see who reads “does”.</source>
   <translation>Dos palabras inglesas, “does not”, pasan a ser una, y el verbo pierde su “s”: mira quién lee “does”.</translation>
  </message>
  <message>
   <source>With “gustar” the thing that is liked is the subject: the verb is written before the word that decides its ending, so that word must be read in the source.</source>
   <translation>Con “gustar” lo que gusta es el sujeto: el verbo se escribe antes que la palabra que decide su terminación, así que hay que leerla en el origen.</translation>
  </message>
  <message>
   <source>Word order</source>
   <translation>Orden de las palabras</translation>
  </message>
  <message>
   <source>“Tired” has no gender in English: its ending depends on a noun several words earlier.</source>
   <translation>“Tired” no tiene género en inglés: la terminación depende de un sustantivo varias palabras antes.</translation>
  </message>
  <message>
   <source>“Will” has no counterpart in Spanish: see which token reads it.</source>
   <translation>“Will” no tiene equivalente en español: mira qué token lo lee.</translation>
  </message>
  <message>
   <source>“With me” is one Spanish word, “without me” are two: compare the rows that read “me”.</source>
   <translation>“With me” es una palabra en español, “without me” son dos: compara las filas que leen “me”.</translation>
  </message>
 </context>
 <context>
  <name>system/child_job</name>
  <message>
   <source>as the system does to a program that uses too much memory</source>
   <translation>como hace el sistema con un programa que usa demasiada memoria</translation>
  </message>
  <message>
   <source>it cannot be moved to {folder}: {error}</source>
   <translation>no se puede mover a {folder}: {error}</translation>
  </message>
  <message>
   <source>it exited with code {number}</source>
   <translation>terminó con el código de salida {number}</translation>
  </message>
  <message>
   <source>it was ended by signal {number}</source>
   <translation>lo terminó la señal {number}</translation>
  </message>
  <message>
   <source>no process can be started: {error}</source>
   <translation>no se puede iniciar ningún proceso: {error}</translation>
  </message>
  <message>
   <source>nothing can be written to {folder}: {error}</source>
   <translation>no se puede escribir nada en {folder}: {error}</translation>
  </message>
 </context>
 <context>
  <name>system/crash_report</name>
  <message>
   <source>Something went wrong in the program. Your text and the picture are kept.</source>
   <translation>Algo ha fallado en el programa. Tu texto y la imagen se conservan.</translation>
  </message>
  <message>
   <source>{what}. Your text and the picture are kept.</source>
   <translation>{what}. Tu texto y la imagen se conservan.</translation>
  </message>
 </context>
 <context>
  <name>system/engine_client</name>
  <message>
   <source>The engine stopped ({reason}) and is being restarted; your text is kept.</source>
   <translation>El motor se detuvo ({reason}) y se inicia de nuevo; tu texto se conserva.</translation>
  </message>
  <message>
   <source>The engine stopped {number} times in a row ({reason}) and is not restarted. Your text is kept; the next change to it restarts the engine.</source>
   <translation>El motor se detuvo {number} veces seguidas ({reason}) y no se inicia otra vez. Tu texto se conserva; el próximo cambio lo inicia una vez más.</translation>
  </message>
  <message>
   <source>This cannot be sent to the engine: {error}</source>
   <translation>Esto no se puede enviar al motor: {error}</translation>
  </message>
  <message>
   <source>it could not be started: {error}</source>
   <translation>no se pudo iniciar: {error}</translation>
  </message>
 </context>
 <context>
  <name>system/engine_events</name>
  <message>
   <source>exit code {number}</source>
   <translation>código de salida {number}</translation>
  </message>
  <message>
   <source>its answer was damaged: {reason}</source>
   <translation>su respuesta estaba dañada: {reason}</translation>
  </message>
  <message>
   <source>signal {number}</source>
   <translation>señal {number}</translation>
  </message>
 </context>
 <context>
  <name>system/job_events</name>
  <message>
   <source>against the formulas in float64</source>
   <translation>contra las fórmulas en float64</translation>
  </message>
  <message>
   <source>against torch</source>
   <translation>contra torch</translation>
  </message>
  <message>
   <source>as with the heads switched off</source>
   <translation>como con las cabezas apagadas</translation>
  </message>
  <message>
   <source>causality</source>
   <translation>causalidad</translation>
  </message>
  <message>
   <source>proof passed</source>
   <translation>prueba superada</translation>
  </message>
  <message>
   <source>proofs passed</source>
   <translation>pruebas superadas</translation>
  </message>
  <message>
   <source>step by step</source>
   <translation>paso a paso</translation>
  </message>
  <message>
   <source>the folder opens as the same model</source>
   <translation>la carpeta se abre como el mismo modelo</translation>
  </message>
  <message>
   <source>{number} of {all} proofs FAILED ({names}): do not trust it.</source>
   <translation>{number} de {all} pruebas FALLARON ({names}): no te fíes.</translation>
  </message>
  <message>
   <source>{passed}, worst difference {number:.1e}.</source>
   <translation>{passed}, mayor diferencia {number:.1e}.</translation>
  </message>
 </context>
 <context>
  <name>system/own_models</name>
  <message>
   <source>Enter the full path of the folder.</source>
   <translation>Indica la ruta completa de la carpeta.</translation>
  </message>
  <message>
   <source>This is not a path.</source>
   <translation>Esto no es una ruta.</translation>
  </message>
  <message>
   <source>“{name}” already exists and is not empty: choose a folder that does not exist yet.</source>
   <translation>“{name}” ya existe y no está vacía: elige una carpeta que no exista todavía.</translation>
  </message>
 </context>
 <context>
  <name>system/recent_files</name>
  <message>
   <source>the list of recent files</source>
   <translation>la lista de archivos recientes</translation>
  </message>
 </context>
 <context>
  <name>system/refused_files</name>
  <message>
   <source>Check the number of heads, and whether the file was changed after training.</source>
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
   <source>Choose the folder or file that holds the weights; folders inside it are not searched.</source>
   <translation>Elige la carpeta o el archivo que contiene los pesos; no se busca en las carpetas que haya dentro.</translation>
  </message>
  <message>
   <source>Drop it on the window to compare it with this run, or read it with numpy.load(…).</source>
   <translation>Suéltalo en la ventana para compararlo con esta ejecución, o léelo con numpy.load(…).</translation>
  </message>
  <message>
   <source>Install it, then open the folder again.</source>
   <translation>Instálalo y abre la carpeta otra vez.</translation>
  </message>
  <message>
   <source>It may be incomplete or damaged: copy or download it again.</source>
   <translation>Puede estar cortado o dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>It may be only part of a model, or another version of this layout. Save the whole state_dict().</source>
   <translation>Puede ser una parte de un modelo, u otra versión de este formato. Guarda todo el state_dict().</translation>
  </message>
  <message>
   <source>Its model has parts that this layout does not have. Save only the Transformer's state_dict().</source>
   <translation>Su modelo tiene partes que este formato no tiene. Guarda solo el state_dict() del Transformer.</translation>
  </message>
  <message>
   <source>Only if you trust its source: this line in a terminal reads nothing but its numbers, in a separate process with limits, and makes a folder that opens here. Or save the weights as model.safetensors where they were made (safetensors.torch.save_file).</source>
   <translation>Solo si te fías de su procedencia: esta línea en una terminal lee solo sus números, en un proceso aparte con límites, y hace una carpeta que se abre aquí. O guarda los pesos como model.safetensors donde se hicieron (safetensors.torch.save_file).</translation>
  </message>
  <message>
   <source>Open it with another program.</source>
   <translation>Ábrelo con otro programa.</translation>
  </message>
  <message>
   <source>Open the whole folder, with the config.json that was saved with these weights. If that is what you did, this variant cannot be converted; a recording can show it (docs/recordings.md).</source>
   <translation>Abre la carpeta entera, con el config.json que se guardó con estos pesos. Si ya lo hiciste, esta variante no se puede convertir; una grabación puede mostrarla (docs/recordings.md).</translation>
  </message>
  <message>
   <source>Put its tokenizer files into the folder, all from the same source as its weights.</source>
   <translation>Pon en la carpeta los archivos de su tokenizador, todos del mismo sitio que sus pesos.</translation>
  </message>
  <message>
   <source>Run “git lfs pull” in its folder, or download the file by itself.</source>
   <translation>Ejecuta “git lfs pull” en su carpeta o descarga el archivo por separado.</translation>
  </message>
  <message>
   <source>Save it as UTF-8 in the program that wrote it.</source>
   <translation>Guárdalo como UTF-8 en el programa que lo escribió.</translation>
  </message>
  <message>
   <source>Save the weights again where they were made (safetensors.torch.save_file).</source>
   <translation>Guarda los pesos otra vez donde se hicieron (safetensors.torch.save_file).</translation>
  </message>
  <message>
   <source>Save the weights as float32, float16 or bfloat16, and open that file.</source>
   <translation>Guarda los pesos como float32, float16 o bfloat16 y abre ese archivo.</translation>
  </message>
  <message>
   <source>Save the weights as model.safetensors where they were made (safetensors.torch.save_file), and open that.</source>
   <translation>Guarda los pesos como model.safetensors donde se hicieron (safetensors.torch.save_file) y abre eso.</translation>
  </message>
  <message>
   <source>The file has the same table twice, with different numbers: save the model again.</source>
   <translation>El archivo guarda una tabla dos veces, con números distintos: guarda el modelo de nuevo.</translation>
  </message>
  <message>
   <source>The file is damaged: copy or download it again.</source>
   <translation>El archivo está dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>The file is incomplete or damaged: copy or download it again.</source>
   <translation>El archivo está cortado o dañado: cópialo o descárgalo otra vez.</translation>
  </message>
  <message>
   <source>The training of this model diverged: some of its weights are NaN or infinite.</source>
   <translation>El entrenamiento de este modelo divergió: algunos de sus pesos son NaN o infinitos.</translation>
  </message>
  <message>
   <source>Then open that folder.</source>
   <translation>Después abre esa carpeta.</translation>
  </message>
  <message>
   <source>Unpack it and open what is inside.</source>
   <translation>Desempaquétalo y abre lo que hay dentro.</translation>
  </message>
  <message>
   <source>With transformers: load the model with attn_implementation='eager', call it with output_attentions=True, then save_recording(out.attentions, tokens), where tokens is a list of strings. Open that file here.</source>
   <translation>Con transformers: carga el modelo con attn_implementation='eager', llámalo con output_attentions=True y luego save_recording(out.attentions, tokens), con tokens como lista de textos. Abre ese archivo aquí.</translation>
  </message>
  <message>
   <source>Your text, the model and the picture are unchanged.</source>
   <translation>Tu texto, el modelo y la imagen siguen como estaban.</translation>
  </message>
  <message>
   <source>a PyTorch checkpoint: a pickle in a ZIP file. Opening one can run programs hidden in it, so headscope never does so in its window</source>
   <translation>un checkpoint de PyTorch: un pickle en un archivo ZIP. Abrirlo puede ejecutar programas escondidos en él, así que headscope nunca lo hace en su ventana</translation>
  </message>
  <message>
   <source>a Python pickle. Opening one can run programs hidden in it, so headscope never does so in its window</source>
   <translation>un pickle de Python. Abrirlo puede ejecutar programas escondidos en él, así que headscope nunca lo hace en su ventana</translation>
  </message>
  <message>
   <source>a compressed file</source>
   <translation>un archivo comprimido</translation>
  </message>
  <message>
   <source>a file of NumPy arrays. headscope writes such files for other programs to read but opens none</source>
   <translation>un archivo de arrays de NumPy. headscope escribe archivos así para que los lean otros programas, pero no abre ninguno</translation>
  </message>
  <message>
   <source>a model of another program</source>
   <translation>un modelo de otro programa</translation>
  </message>
  <message>
   <source>a note of Git LFS that stands in place of the file, which was not downloaded</source>
   <translation>una nota de Git LFS que está en lugar del archivo, que no se descargó</translation>
  </message>
  <message>
   <source>a picture or a page</source>
   <translation>una imagen o una página</translation>
  </message>
  <message>
   <source>headscope converts the layouts named above. To show what another program computes, save it as a recording: model_core.save_recording(…) in Python (docs/recordings.md).</source>
   <translation>headscope convierte los formatos nombrados arriba. Para mostrar lo que calcula otro programa, guárdalo como grabación: model_core.save_recording(…) en Python (docs/recordings.md).</translation>
  </message>
  <message>
   <source>headscope opens model folders (its own and those from Hugging Face), weights and recordings (.safetensors), surveys (a folder with a survey.json), UTF-8 texts, and its own sessions and lessons (.json).</source>
   <translation>headscope abre carpetas de modelo (las suyas y las de Hugging Face), pesos y grabaciones (.safetensors), estudios (una carpeta con un survey.json), textos UTF-8 y sus propias sesiones y lecciones (.json).</translation>
  </message>
  <message>
   <source>named like a weights file, but is not a safetensors file</source>
   <translation>algo con nombre de pesos, pero no es un archivo safetensors</translation>
  </message>
  <message>
   <source>named like a weights file, but neither torch.save nor safetensors wrote it</source>
   <translation>algo con nombre de pesos, pero no es un archivo de torch.save ni de safetensors</translation>
  </message>
  <message>
   <source>neither text nor anything else headscope can read</source>
   <translation>ni texto ni nada que headscope pueda leer</translation>
  </message>
  <message>
   <source>text in UTF-16 or UTF-32</source>
   <translation>texto en UTF-16 o UTF-32</translation>
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
   <source>Active edits</source>
   <translation>Cambios activos</translation>
  </message>
  <message>
   <source>Clear all</source>
   <translation>Quitar todo</translation>
  </message>
  <message>
   <source>Clear all edits</source>
   <translation>Quitar todos los cambios</translation>
  </message>
  <message>
   <source>Click to remove it.</source>
   <translation>Haz clic para quitarlo.</translation>
  </message>
  <message>
   <source>Edits that do not fit here; click one to remove it.</source>
   <translation>Cambios que no caben aquí; haz clic en uno para quitarlo.</translation>
  </message>
  <message>
   <source>Edits:</source>
   <translation>Cambios:</translation>
  </message>
  <message>
   <source>Remove: {edit}</source>
   <translation>Quitar: {edit}</translation>
  </message>
  <message>
   <source>Removes all edits</source>
   <translation>Quita todos los cambios</translation>
  </message>
  <message>
   <source>Removes all edits and restores the original model.</source>
   <translation>Quita todos los cambios y restaura el modelo original.</translation>
  </message>
  <message>
   <source>Removes: {edit}</source>
   <translation>Quita: {edit}</translation>
  </message>
  <message>
   <source>What is changed inside the model. Ctrl+Z undoes the last change.</source>
   <translation>Lo que está cambiado dentro del modelo. Ctrl+Z deshace el último cambio.</translation>
  </message>
  <message>
   <source>edit</source>
   <translation>cambio</translation>
  </message>
  <message>
   <source>edits</source>
   <translation>cambios</translation>
  </message>
  <message>
   <source>{number} more</source>
   <translation>{number} más</translation>
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
   <source>Sentences to start with, pairs that differ in one word, and toy models</source>
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
   <source>example</source>
   <translation>ejemplo</translation>
  </message>
  <message>
   <source>{language} sentences</source>
   <translation>Frases en {language}</translation>
  </message>
 </context>
 <context>
  <name>text/playback_bar</name>
  <message>
   <source>Pause</source>
   <translation>Pausa</translation>
  </message>
  <message>
   <source>Playback speed, in steps per second</source>
   <translation>Velocidad de reproducción, en pasos por segundo</translation>
  </message>
  <message>
   <source>The current step: drag, or use the arrow keys</source>
   <translation>El paso que se muestra: arrastra, o usa las flechas</translation>
  </message>
  <message>
   <source>steps/s</source>
   <translation>pasos/s</translation>
  </message>
 </context>
 <context>
  <name>text/sentence</name>
  <message>
   <source>without the edits</source>
   <translation>sin los cambios</translation>
  </message>
 </context>
 <context>
  <name>text/source</name>
  <message>
   <source>At most {characters:,} characters in all</source>
   <translation>Como máximo {characters:,} caracteres en total</translation>
  </message>
  <message>
   <source>At most {characters:,} characters in all, {tokens} tokens a line</source>
   <translation>Como máximo {characters:,} caracteres en total, {tokens} tokens por línea</translation>
  </message>
  <message>
   <source>Ids are {range}.</source>
   <translation>Los identificadores van {range}.</translation>
  </message>
  <message>
   <source>No font here has {codes}: the box shows rectangles, the model reads what you typed.</source>
   <translation>Ninguna tipografía dibuja aquí {codes}: el cuadro muestra recuadros, el modelo lee lo que escribiste.</translation>
  </message>
  <message>
   <source>Rows in brackets are sentences.</source>
   <translation>Las filas entre corchetes son frases.</translation>
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
   <source>The first {number} of {all} lines are read.</source>
   <translation>Se leen las primeras {number} de {all} líneas.</translation>
  </message>
  <message>
   <source>This model came without a tokenizer: its text is token ids separated by spaces.</source>
   <translation>Este modelo vino sin tokenizador: su texto son identificadores de token separados por espacios.</translation>
  </message>
  <message>
   <source>This text belongs to a recording and cannot be changed. Choose a model (top bar) to type.</source>
   <translation>Este texto es de una grabación y no se puede cambiar. Elige un modelo (barra superior) para escribir.</translation>
  </message>
  <message>
   <source>Token ids, exactly as typed: nothing is added.</source>
   <translation>Identificadores de tokens, tal como se escriben: no se les añade nada.</translation>
  </message>
  <message>
   <source>Tokens with ◂ are written right to left; the chips are in reading order, token 1 first.</source>
   <translation>Los tokens con ◂ se escriben de derecha a izquierda; las fichas están en orden de lectura, el token 1 primero.</translation>
  </message>
  <message>
   <source>Type a {language} sentence</source>
   <translation>Escribe una frase en {language}</translation>
  </message>
  <message>
   <source>Type an {language} sentence</source>
   <translation>Escribe una frase en {language}</translation>
  </message>
  <message>
   <source>Type token ids</source>
   <translation>Escribe identificadores de token</translation>
  </message>
  <message>
   <source>Type token ids: {ids}</source>
   <translation>Escribe identificadores de token: {ids}</translation>
  </message>
  <message>
   <source>Type words this model knows: {words}</source>
   <translation>Escribe palabras que este modelo conoce: {words}</translation>
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
   <source>{limit}. Each line is a sentence, at most {number}.</source>
   <translation>{limit}. Cada línea es una frase, {number} como máximo.</translation>
  </message>
  <message>
   <source>{limit}; {number} lines.</source>
   <translation>{limit}; {number} líneas.</translation>
  </message>
 </context>
 <context>
  <name>text/target</name>
  <message>
   <source>1 line too many</source>
   <translation>sobra 1 línea</translation>
  </message>
  <message>
   <source>Beginning of the target</source>
   <translation>Comienzo del destino</translation>
  </message>
  <message>
   <source>Clear</source>
   <translation>Vaciar</translation>
  </message>
  <message>
   <source>Clears the tokens you chose by clicking</source>
   <translation>Quita los tokens que elegiste con un clic</translation>
  </message>
  <message>
   <source>How uncertain the model was before this token, over all tokens it could have written.</source>
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
   <source>The probability the model gives this token after everything before it.</source>
   <translation>La probabilidad que el modelo da a este token después de todo lo anterior.</translation>
  </message>
  <message>
   <source>Type a beginning; the model continues</source>
   <translation>Escribe el comienzo; el modelo sigue</translation>
  </message>
  <message>
   <source>Type a target to see its probabilities</source>
   <translation>Escribe un destino y ve su probabilidad</translation>
  </message>
  <message>
   <source>Type token ids, {range}</source>
   <translation>Escribe identificadores de token, {range}</translation>
  </message>
  <message>
   <source>What the bar and colour of each target token show</source>
   <translation>Qué muestran la barra y el color de cada token del destino</translation>
  </message>
  <message>
   <source>Who writes the target</source>
   <translation>Quién escribe el destino</translation>
  </message>
  <message>
   <source>You type how the target begins; the model continues.</source>
   <translation>Escribes cómo empieza el destino; el modelo sigue.</translation>
  </message>
  <message>
   <source>You type the target; the model gives each token a probability (teacher forcing).</source>
   <translation>Escribes el destino; el modelo da una probabilidad a cada token (teacher forcing).</translation>
  </message>
  <message>
   <source>continues after {tokens}</source>
   <translation>sigue tras {tokens}</translation>
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
   <source>not in this recording</source>
   <translation>no está en esta grabación</translation>
  </message>
  <message>
   <source>recorded</source>
   <translation>grabado</translation>
  </message>
  <message>
   <source>sentence {number} has a beginning</source>
   <translation>la frase {number} tiene un comienzo</translation>
  </message>
  <message>
   <source>{number} lines too many</source>
   <translation>sobran {number} líneas</translation>
  </message>
  <message>
   <source>{type_ids}; the model continues</source>
   <translation>{type_ids}; el modelo sigue</translation>
  </message>
 </context>
 <context>
  <name>text/target_chips</name>
  <message>
   <source>Read first, not written by any step.</source>
   <translation>Se lee primero; no lo escribió ningún paso.</translation>
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
   <source>start</source>
   <translation>inicio</translation>
  </message>
  <message>
   <source>surprise</source>
   <translation>sorpresa</translation>
  </message>
  <message>
   <source>surprise (bits)</source>
   <translation>sorpresa (bits)</translation>
  </message>
  <message>
   <source>{probability} in the finished text, where it could read later tokens</source>
   <translation>{probability} en el texto terminado, donde podía leer tokens posteriores</translation>
  </message>
 </context>
 <context>
  <name>text/target_layout</name>
  <message>
   <source>How the target is written</source>
   <translation>Cómo se escribe el destino</translation>
  </message>
 </context>
 <context>
  <name>text/text_edit</name>
  <message>
   <source>At most {number:,} characters are read; {lost:,} more were left out.</source>
   <translation>Se leen {number:,} caracteres como máximo; quedaron fuera {lost:,} más.</translation>
  </message>
 </context>
 <context>
  <name>text/tokens/token_chip</name>
  <message>
   <source>id {id}</source>
   <translation>id {id}</translation>
  </message>
  <message>
   <source>masked: no position may read it</source>
   <translation>enmascarado: ninguna posición puede leerlo</translation>
  </message>
  <message>
   <source>piece {piece}</source>
   <translation>pieza {piece}</translation>
  </message>
  <message>
   <source>replaces the text's own token</source>
   <translation>ocupa el lugar del token del propio texto</translation>
  </message>
  <message>
   <source>right-click: mask it, swap it</source>
   <translation>clic derecho: enmascararlo, cambiarlo por otro</translation>
  </message>
  <message>
   <source>written right to left; chips are in reading order</source>
   <translation>se escribe de derecha a izquierda; las fichas están en orden de lectura</translation>
  </message>
  <message>
   <source>{space} = a space before it</source>
   <translation>{space} = un espacio delante</translation>
  </message>
 </context>
 <context>
  <name>text/tokens/token_menu</name>
  <message>
   <source>Byte-pair encoding merges the pair learned first, then the next, until no pair is left.</source>
   <translation>La codificación por pares de bytes une el par que se aprendió primero, luego el siguiente, hasta que no queda ninguno por unir.</translation>
  </message>
  <message>
   <source>Encoder self-attention and cross-attention cannot read it.</source>
   <translation>La autoatención del codificador y la atención cruzada no pueden leerlo.</translation>
  </message>
  <message>
   <source>How this word was split…</source>
   <translation>Cómo se cortó esta palabra…</translation>
  </message>
  <message>
   <source>How “{word}” was split</source>
   <translation>Cómo se cortó “{word}”</translation>
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
   <source>Shows the token's id: its row in the vocabulary.</source>
   <translation>Muestra el identificador del token: su fila del vocabulario.</translation>
  </message>
  <message>
   <source>Swap with another token…</source>
   <translation>Cambiar por otro token…</translation>
  </message>
  <message>
   <source>The merges that build its pieces from its letters, one by one.</source>
   <translation>Las uniones que hacen sus piezas a partir de sus letras, una por una.</translation>
  </message>
  <message>
   <source>The model reads another token instead; the text stays.</source>
   <translation>El modelo lee otro token en su lugar; el texto se queda.</translation>
  </message>
  <message>
   <source>The model reads the text's own token again.</source>
   <translation>El modelo vuelve a leer el token del propio texto.</translation>
  </message>
  <message>
   <source>Undo the swap</source>
   <translation>Deshacer el cambio de token</translation>
  </message>
  <message>
   <source>Unmask this token</source>
   <translation>Quitar la máscara a este token</translation>
  </message>
  <message>
   <source>the letters</source>
   <translation>las letras</translation>
  </message>
  <message>
   <source>{piece}: merge {number:,} of {all:,}</source>
   <translation>{piece}: unión {number:,} de {all:,}</translation>
  </message>
 </context>
 <context>
  <name>text/tokens/token_search</name>
  <message>
   <source>Find a token</source>
   <translation>Buscar un token</translation>
  </message>
  <message>
   <source>Instead of {token}</source>
   <translation>En lugar de {token}</translation>
  </message>
  <message>
   <source>Letters of a token</source>
   <translation>Letras de un token</translation>
  </message>
  <message>
   <source>Letters of any piece in the vocabulary; Enter selects it.</source>
   <translation>Letras de cualquier pieza del vocabulario; Intro toma la elegida.</translation>
  </message>
  <message>
   <source>Matching tokens</source>
   <translation>Tokens que coinciden</translation>
  </message>
  <message>
   <source>No piece in this vocabulary has these letters.</source>
   <translation>Ninguna pieza de este vocabulario tiene estas letras.</translation>
  </message>
  <message>
   <source>The vocabulary cannot be read: {message}</source>
   <translation>No se puede leer el vocabulario: {message}</translation>
  </message>
  <message>
   <source>{space} = a space before it; without it, a piece continues a word.</source>
   <translation>{space} = un espacio delante; sin él, una pieza continúa una palabra.</translation>
  </message>
 </context>
 <context>
  <name>views/__init__</name>
  <message>
   <source>ask</source>
   <translation>preguntar</translation>
  </message>
  <message>
   <source>follow</source>
   <translation>seguir</translation>
  </message>
  <message>
   <source>learn</source>
   <translation>aprender</translation>
  </message>
  <message>
   <source>look</source>
   <translation>mirar</translation>
  </message>
  <message>
   <source>write</source>
   <translation>escribir</translation>
  </message>
 </context>
 <context>
  <name>views/attention/all_heads_page</name>
  <message>
   <source>Shows one head large again (Esc).</source>
   <translation>Vuelve a mostrar una cabeza grande (Esc).</translation>
  </message>
  <message>
   <source>{attention} · {shown} of {all} heads</source>
   <translation>{attention} · {shown} de {all} cabezas</translation>
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
  <name>views/attention/draw_alignment</name>
  <message>
   <source>Alignments are drawn on cross-attention (C).</source>
   <translation>Una alineación se dibuja sobre la atención cruzada (C).</translation>
  </message>
  <message>
   <source>An alignment may link these words.</source>
   <translation>Una alineación puede enlazar estas palabras.</translation>
  </message>
  <message>
   <source>Click a cell to link its words.</source>
   <translation>Un clic en una celda enlaza sus palabras.</translation>
  </message>
  <message>
   <source>Click again to mark the link as possible, a third time to remove it. You can drop a file of links (0-0 1-2) here.</source>
   <translation>Un segundo clic hace el enlace posible, un tercero lo quita. Aquí se puede soltar un archivo de enlaces (0-0 1-2).</translation>
  </message>
  <message>
   <source>Every alignment must link these words.</source>
   <translation>Toda alineación tiene que enlazar estas palabras.</translation>
  </message>
  <message>
   <source>Link of the pinned cell</source>
   <translation>Enlace de la celda fijada</translation>
  </message>
  <message>
   <source>Removes all links of this sentence.</source>
   <translation>Quita todos los enlaces de esta frase.</translation>
  </message>
  <message>
   <source>Saves the alignment with its words, or the links alone.</source>
   <translation>Guarda la alineación con sus palabras, o solo los enlaces.</translation>
  </message>
  <message>
   <source>Save…</source>
   <translation>Guardar…</translation>
  </message>
  <message>
   <source>The head with the smallest alignment error is number 1 of {count}.</source>
   <translation>La cabeza con el menor error de alineación es la 1 de {count}.</translation>
  </message>
  <message>
   <source>These words do not belong together.</source>
   <translation>Estas palabras no van juntas.</translation>
  </message>
  <message>
   <source>agreement {share:.2f}</source>
   <translation>acuerdo {share:.2f}</translation>
  </message>
  <message>
   <source>alignment error {rate:.0f} %</source>
   <translation>error de alineación {rate:.0f} %</translation>
  </message>
  <message>
   <source>error {rate:.0f} %, {rank} of {count}</source>
   <translation>error {rate:.0f} %, {rank} de {count}</translation>
  </message>
  <message>
   <source>no link</source>
   <translation>sin enlace</translation>
  </message>
  <message>
   <source>possible</source>
   <translation>posible</translation>
  </message>
  <message>
   <source>sure</source>
   <translation>seguro</translation>
  </message>
 </context>
 <context>
  <name>views/attention/head_effects</name>
  <message>
   <source>how much step {step}, “{token}”, loses (blue) or gains when only that head is switched off (log-probability).</source>
   <translation>lo que el paso {step}, “{token}”, pierde (azul) o gana cuando se apaga solo esa cabeza (probabilidad logarítmica).</translation>
  </message>
  <message>
   <source>how much the whole text loses (blue) or gains when only that head is switched off (log-probability).</source>
   <translation>lo que todo el texto pierde (azul) o gana cuando se apaga solo esa cabeza (probabilidad logarítmica).</translation>
  </message>
  <message>
   <source>measures of all heads</source>
   <translation>medidas de todas las cabezas</translation>
  </message>
 </context>
 <context>
  <name>views/attention/head_picker</name>
  <message>
   <source>All heads of all attentions at once (A).</source>
   <translation>Todas las cabezas de todas las atenciones a la vez (A).</translation>
  </message>
  <message>
   <source>Bars: {meaning}</source>
   <translation>Barras: {meaning}</translation>
  </message>
  <message>
   <source>Heads in the map: {heads}</source>
   <translation>Cabezas en el mapa: {heads}</translation>
  </message>
  <message>
   <source>No head of this attention passes the filter.</source>
   <translation>Ninguna cabeza de esta atención pasa el filtro.</translation>
  </message>
  <message>
   <source>Numbers shown: {numbers}</source>
   <translation>Números mostrados: {numbers}</translation>
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
   <source>The maximum over the chosen heads of every layer, cell by cell.</source>
   <translation>El máximo de las cabezas elegidas de cada capa, celda a celda.</translation>
  </message>
  <message>
   <source>The maximum over the chosen heads, cell by cell.</source>
   <translation>El mayor número de las cabezas elegidas, celda a celda.</translation>
  </message>
  <message>
   <source>The mean over the chosen heads of every layer, cell by cell.</source>
   <translation>La media de las cabezas elegidas de cada capa, celda a celda.</translation>
  </message>
  <message>
   <source>The mean over the chosen heads, cell by cell.</source>
   <translation>La media de las cabezas elegidas, celda a celda.</translation>
  </message>
  <message>
   <source>The selected head.</source>
   <translation>La cabeza elegida.</translation>
  </message>
  <message>
   <source>The sum over the chosen heads of every layer, cell by cell.</source>
   <translation>La suma de las cabezas elegidas de cada capa, celda a celda.</translation>
  </message>
  <message>
   <source>The sum over the chosen heads, cell by cell.</source>
   <translation>Los números de las cabezas elegidas, sumados celda a celda.</translation>
  </message>
  <message>
   <source>Which recorded numbers the maps show.</source>
   <translation>Qué números grabados muestran los mapas.</translation>
  </message>
  <message>
   <source>all heads</source>
   <translation>todas las cabezas</translation>
  </message>
 </context>
 <context>
  <name>views/attention/large_map</name>
  <message>
   <source>Click to pin this cell; drag to pan, double-click or 0 to show the whole map. Right-click: where the number comes from.</source>
   <translation>Un clic fija esta celda; arrastrar mueve, doble clic o 0 muestra todo el mapa. Clic derecho: de dónde sale el número.</translation>
  </message>
  <message>
   <source>Only the colours change.</source>
   <translation>Solo cambian los colores.</translation>
  </message>
 </context>
 <context>
  <name>views/attention/map_content</name>
  <message>
   <source>A framed cell was set by hand; its row still sums to 1</source>
   <translation>Una celda enmarcada se fijó a mano; su fila sigue sumando 1</translation>
  </message>
  <message>
   <source>All heads of all attentions on this text. Rows read columns; click a head to open it.</source>
   <translation>Todas las cabezas de todas las atenciones en este texto. Las filas leen las columnas; un clic en una cabeza la abre.</translation>
  </message>
  <message>
   <source>All weights are below {least:g}: show them all</source>
   <translation>Todos los pesos están por debajo de {least:g}: mostrarlos todos</translation>
  </message>
  <message>
   <source>Lengths below {least:.3g}, {share:g} of the largest, are left blank</source>
   <translation>Las longitudes por debajo de {least:.3g}, {share:g} de la mayor, quedan en blanco</translation>
  </message>
  <message>
   <source>Row reads column. Colour: {numbers}</source>
   <translation>La fila lee la columna. Color: {numbers}</translation>
  </message>
  <message>
   <source>The largest weight is {most:.2g}: scale the colours to it</source>
   <translation>El mayor peso es {most:.2g}: ajustar los colores a él</translation>
  </message>
  <message>
   <source>Weights below {least:g} are left blank</source>
   <translation>Los pesos por debajo de {least:g} quedan en blanco</translation>
  </message>
  <message>
   <source>{cell}; set to {weight} by you</source>
   <translation>{cell}; puesto en {weight} a mano</translation>
  </message>
  <message>
   <source>{word} ÷ largest, log</source>
   <translation>{word} ÷ el mayor, log</translation>
  </message>
  <message>
   <source>{word}, log</source>
   <translation>{word}, log</translation>
  </message>
  <message>
   <source>{word}, maximum</source>
   <translation>{word}, máximo</translation>
  </message>
  <message>
   <source>{word}, mean</source>
   <translation>{word}, media</translation>
  </message>
  <message>
   <source>{word}, row by row</source>
   <translation>{word}, fila a fila</translation>
  </message>
  <message>
   <source>{word}, sum</source>
   <translation>{word}, suma</translation>
  </message>
 </context>
 <context>
  <name>views/attention/map_words</name>
  <message>
   <source>A column need not sum to 1.</source>
   <translation>Una columna no tiene por qué sumar 1.</translation>
  </message>
  <message>
   <source>Column = the source token it reads.</source>
   <translation>Columna = el token del origen que lee.</translation>
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
   <source>Column “{token}” from top to bottom: how strongly each row reads it.</source>
   <translation>Columna “{token}” de arriba abajo: con qué fuerza la lee cada fila.</translation>
  </message>
  <message>
   <source>Each row sums to 1.</source>
   <translation>Cada fila suma 1.</translation>
  </message>
  <message>
   <source>Hatched = masked, yet read: such cells have weights up to {weight}.</source>
   <translation>Rayado = enmascarado y, aun así, leído: esas celdas tienen pesos de hasta {weight}.</translation>
  </message>
  <message>
   <source>Hatched = masked.</source>
   <translation>Rayado = enmascarado.</translation>
  </message>
  <message>
   <source>No column is a special token: none is dimmed</source>
   <translation>Ninguna columna es un token especial: no se atenúa ninguna</translation>
  </message>
  <message>
   <source>No column of this head stands out: none is dimmed</source>
   <translation>Ninguna columna de esta cabeza destaca: no se atenúa ninguna</translation>
  </message>
  <message>
   <source>Row = the source token that reads.</source>
   <translation>Fila = el token del origen que lee.</translation>
  </message>
  <message>
   <source>Row = the token just read ▸ the token written next.</source>
   <translation>Fila = el token recién leído ▸ el token que se escribe después.</translation>
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
   <source>Scores {score}, with the mask.</source>
   <translation>Puntuaciones {score}, con la máscara.</translation>
  </message>
  <message>
   <source>Scores {score}, with the mask; hatched = {number}.</source>
   <translation>Puntuaciones {score}, con la máscara; rayado = {number}.</translation>
  </message>
  <message>
   <source>q·k, not divided</source>
   <translation>q·k, sin dividir</translation>
  </message>
  <message>
   <source>score ÷ {root}</source>
   <translation>puntuación ÷ {root}</translation>
  </message>
  <message>
   <source>score, not divided</source>
   <translation>puntuación, sin dividir</translation>
  </message>
  <message>
   <source>{dimmed}; colours scale to the head maximum of the other columns</source>
   <translation>{dimmed}; los colores llegan al máximo de la cabeza en las demás columnas</translation>
  </message>
  <message>
   <source>{dimmed}; colours scale to the row maximum of the other columns</source>
   <translation>{dimmed}; los colores llegan al máximo de la fila en las demás columnas</translation>
  </message>
  <message>
   <source>{tokens} columns dimmed: they hold {percent} of the weight</source>
   <translation>Columnas {tokens} atenuadas: ahí está el {percent} del peso</translation>
  </message>
  <message>
   <source>{token} column dimmed: it holds {percent} of the weight</source>
   <translation>Columna {token} atenuada: ahí está el {percent} del peso</translation>
  </message>
  <message>
   <source>{unit}, log</source>
   <translation>{unit}, log</translation>
  </message>
  <message>
   <source>{unit}, row by row</source>
   <translation>{unit}, fila a fila</translation>
  </message>
  <message>
   <source>{words} and {last}</source>
   <translation>{words} y {last}</translation>
  </message>
 </context>
 <context>
  <name>views/attention/measured_heads</name>
  <message>
   <source>This head was trained to align words; the others learned their roles on their own.</source>
   <translation>Esta cabeza se entrenó para alinear palabras; las demás aprendieron su papel por sí solas.</translation>
  </message>
  <message>
   <source>{name}, entropy {entropy:.2f} bits</source>
   <translation>{name}, entropía de {entropy:.2f} bits</translation>
  </message>
 </context>
 <context>
  <name>views/attention/options</name>
  <message>
   <source>Attention is not explanation: a weight shows what is read, not what difference it makes.</source>
   <translation>La atención no es una explicación: un peso dice qué se lee, no qué cambia.</translation>
  </message>
  <message>
   <source>Blank below</source>
   <translation>En blanco bajo</translation>
  </message>
  <message>
   <source>Cells with a smaller weight are left blank. Point at one to see its number.</source>
   <translation>Las celdas con un peso menor quedan en blanco. Señala una para ver su número.</translation>
  </message>
  <message>
   <source>Click a cell of cross-attention to link its words. Every head then has an agreement and an alignment error rate.</source>
   <translation>Un clic en una celda de la atención cruzada enlaza sus palabras. Cada cabeza tiene entonces un acuerdo y una tasa de error de alineación.</translation>
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
   <source>Drag a cell up or down to set its weight; the other weights of its row share the rest, and the model computes on from there. When this is off, hold Ctrl.</source>
   <translation>Arrastra una celda arriba o abajo para fijar su peso; los demás pesos de su fila se reparten el resto y el modelo sigue calculando desde ahí. Con esto apagado, mantén Ctrl.</translation>
  </message>
  <message>
   <source>Draw alignment</source>
   <translation>Dibujar la alineación</translation>
  </message>
  <message>
   <source>Fades columns that take most of the weight but mean little, such as &lt;/s&gt;, so that the others stand out. The numbers do not change; the legend gives the weight in the faded columns. When those columns are left out, the others are renormalised to sum to 1 in each row.</source>
   <translation>Atenúa las columnas que se llevan casi todo el peso y significan poco, como &lt;/s&gt;, para que destaquen las demás. Los números no cambian; la leyenda da el peso de las columnas atenuadas. Si se excluyen, las demás se renormalizan para sumar 1 en cada fila.</translation>
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
   <source>Pieces as the model reads them, the bytes of one character merged, or whole words: weights are summed over keys and averaged over queries. Scores cannot be merged.</source>
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
   <source>Shows the numbers in the cells where they fit.</source>
   <translation>Muestra los números en las celdas donde caben.</translation>
  </message>
  <message>
   <source>Strongest colour</source>
   <translation>Color más fuerte</translation>
  </message>
  <message>
   <source>The colours of weights; all work with any colour vision. Scores can be negative and stay blue and orange.</source>
   <translation>Los colores de los pesos; todos se distinguen con cualquier visión del color. Las puntuaciones pueden ser negativas y siguen en azul y naranja.</translation>
  </message>
  <message>
   <source>The map of the head, or its queries and keys as points in a plane, joined where weights are strong.</source>
   <translation>El mapa de la cabeza, o sus consultas y claves como puntos de un plano, unidos donde los pesos son fuertes.</translation>
  </message>
  <message>
   <source>Tokens</source>
   <translation>Tokens</translation>
  </message>
  <message>
   <source>What gets the strongest colour: a weight of 1 (for sums the number of heads, for scores the maximum over all heads), the maximum of each row, or the maximum of this head. Log covers weights from 0.001 (less in long texts) to 1. The numbers in the cells do not change.</source>
   <translation>Qué recibe el color más fuerte: un peso de 1 (en sumas, el número de cabezas; en puntuaciones, el máximo de todas las cabezas), el máximo de cada fila o el máximo de esta cabeza. Log abarca pesos de 0.001 (menos en textos largos) a 1. Los números de las celdas no cambian.</translation>
  </message>
  <message>
   <source>blue</source>
   <translation>azul</translation>
  </message>
  <message>
   <source>grey</source>
   <translation>gris</translation>
  </message>
  <message>
   <source>head maximum</source>
   <translation>máximo de la cabeza</translation>
  </message>
  <message>
   <source>log</source>
   <translation>log</translation>
  </message>
  <message>
   <source>map</source>
   <translation>mapa</translation>
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
 </context>
 <context>
  <name>views/attention/plane</name>
  <message>
   <source>Click to pin the cell of this token's strongest weight.</source>
   <translation>Un clic fija la celda del peso más fuerte de este token.</translation>
  </message>
  <message>
   <source>Point at a token to see what it reads or what reads it. Click to pin that cell.</source>
   <translation>Señala un token para ver qué lee o qué lo lee. Un clic fija esa celda.</translation>
  </message>
  <message>
   <source>Queries (circles) read the keys (squares) that lie far out in their direction. The plane keeps {share} of the squared scores: the two largest singular values of q·k after subtracting the mean key. Lines: weights from {least:g}.</source>
   <translation>Las consultas (círculos) leen las claves (cuadrados) que están lejos en su dirección. El plano conserva el {share} de las puntuaciones al cuadrado: los dos mayores valores singulares de q·k, sin la clave media. Líneas: pesos desde {least:g}.</translation>
  </message>
  <message>
   <source>Queries and keys of the head in a plane</source>
   <translation>Consultas y claves de la cabeza en un plano</translation>
  </message>
  <message>
   <source>The queries and keys of this head were not recorded, or some are not numbers.</source>
   <translation>Las consultas y claves de esta cabeza no se grabaron, o algunas no son números.</translation>
  </message>
  <message>
   <source>What this model adds for the distance between two tokens is not included.</source>
   <translation>Lo que este modelo suma por la distancia entre dos tokens no está incluido.</translation>
  </message>
  <message>
   <source>key of {token}</source>
   <translation>clave de {token}</translation>
  </message>
  <message>
   <source>queries and keys in the plane of the two largest singular values, {share:.3f} of the squares</source>
   <translation>consultas y claves en el plano de los dos mayores valores singulares, {share:.3f} de los cuadrados</translation>
  </message>
  <message>
   <source>query of {token}</source>
   <translation>consulta de {token}</translation>
  </message>
  <message>
   <source>q·k in the plane {score} (scaled, mean key subtracted)</source>
   <translation>q·k en el plano {score} (escalado, sin la clave media)</translation>
  </message>
 </context>
 <context>
  <name>views/attention/set_weights</name>
  <message>
   <source>At most {most:,} weights can be set; nothing was changed.</source>
   <translation>Se pueden fijar como mucho {most:,} pesos; no se cambió nada.</translation>
  </message>
  <message>
   <source>Click to pin this cell, double-click to calculate it; click a label to read along it; Ctrl+drag to set its weight; wheel to zoom. Right-click: where the number comes from.</source>
   <translation>Un clic fija esta celda, doble clic la calcula; un clic en una etiqueta lee a lo largo de ella; Ctrl y arrastrar fija su peso; la rueda amplía. Clic derecho: de dónde sale el número.</translation>
  </message>
  <message>
   <source>Click to pin this cell, double-click to calculate it; click a label to read along it; wheel to zoom. Right-click: where the number comes from.</source>
   <translation>Un clic fija esta celda, doble clic la calcula; un clic en una etiqueta lee a lo largo de ella; la rueda amplía. Clic derecho: de dónde sale el número.</translation>
  </message>
  <message>
   <source>Drag a cell up or down, or pin one and type its weight.</source>
   <translation>Arrastra una celda hacia arriba o abajo, o fija una y escribe su peso.</translation>
  </message>
  <message>
   <source>From 0 to 1. The other weights of the row share the rest.</source>
   <translation>De 0 a 1. Los demás pesos de la fila se reparten el resto.</translation>
  </message>
  <message>
   <source>Press Esc to undo.</source>
   <translation>Esc lo deshace.</translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Restablecer</translation>
  </message>
  <message>
   <source>Restores the weight that the head computes.</source>
   <translation>Restaura el peso que calcula la cabeza.</translation>
  </message>
  <message>
   <source>The other weights of its row keep their proportions and share the rest.</source>
   <translation>Los demás pesos de su fila mantienen sus proporciones y se reparten el resto.</translation>
  </message>
  <message>
   <source>The others in this row share {rest}, so that it sums to 1.</source>
   <translation>Los demás de esta fila se reparten {rest}, de modo que suma 1.</translation>
  </message>
  <message>
   <source>To set weights, show the weights of one head.</source>
   <translation>Para poner pesos, muestra los pesos de una sola cabeza.</translation>
  </message>
  <message>
   <source>Weight of the pinned cell</source>
   <translation>Peso de la celda fijada</translation>
  </message>
 </context>
 <context>
  <name>views/attention/view</name>
  <message>
   <source>Attention maps appear here as soon as there is a sentence.</source>
   <translation>Los mapas de atención aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Click to open layer {layer}, head {head}.</source>
   <translation>Un clic abre la capa {layer}, cabeza {head}.</translation>
  </message>
  <message>
   <source>Heads in the map</source>
   <translation>Cabezas en el mapa</translation>
  </message>
  <message>
   <source>How strongly each row’s token reads each column’s token, in every head of every layer.</source>
   <translation>Con qué fuerza el token de cada fila lee el token de cada columna, en cada cabeza de cada capa.</translation>
  </message>
  <message>
   <source>Sort heads by</source>
   <translation>Ordenar cabezas por</translation>
  </message>
  <message>
   <source>{heading} · off</source>
   <translation>{heading} · apagada</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/attention_blocks</name>
  <message>
   <source>+ 1 more key</source>
   <translation>+ 1 clave más</translation>
  </message>
  <message>
   <source>+ distance</source>
   <translation>+ distancia</translation>
  </message>
  <message>
   <source>+ {count:,} more keys</source>
   <translation>+ {count:,} claves más</translation>
  </message>
  <message>
   <source>As in the softmax, the row’s largest score is subtracted first.</source>
   <translation>Como lo hace el softmax: primero se resta la mayor puntuación de la fila.</translation>
  </message>
  <message>
   <source>From scores to weights</source>
   <translation>De puntuaciones a pesos</translation>
  </message>
  <message>
   <source>Query meets key</source>
   <translation>La consulta se encuentra con la clave</translation>
  </message>
  <message>
   <source>The arrows on the right of the card show other units.</source>
   <translation>Las flechas a la derecha de la tarjeta muestran otras unidades.</translation>
  </message>
  <message>
   <source>Weighted values</source>
   <translation>Valores ponderados</translation>
  </message>
  <message>
   <source>all may be read</source>
   <translation>todas se pueden leer</translation>
  </message>
  <message>
   <source>b, a trained number for this distance and head = {number}</source>
   <translation>b, un número entrenado para esta distancia y cabeza = {number}</translation>
  </message>
  <message>
   <source>by their distance</source>
   <translation>por su distancia</translation>
  </message>
  <message>
   <source>each key’s value times its weight; the sum over all keys is z, the output of this head</source>
   <translation>el valor de cada clave por su peso; la suma de todas las claves es z, la salida de esta cabeza</translation>
  </message>
  <message>
   <source>head switched off</source>
   <translation>cabeza apagada</translation>
  </message>
  <message>
   <source>hidden: {reasons}</source>
   <translation>ocultas: {reasons}</translation>
  </message>
  <message>
   <source>its value</source>
   <translation>su valor</translation>
  </message>
  <message>
   <source>keeps the softmax soft</source>
   <translation>mantiene suave el softmax</translation>
  </message>
  <message>
   <source>key</source>
   <translation>clave</translation>
  </message>
  <message>
   <source>later</source>
   <comment>a hidden key</comment>
   <translation>posteriores</translation>
  </message>
  <message>
   <source>max s, the largest score of the row, is subtracted first: the weights are the same, and no number overflows</source>
   <translation>primero se resta max s, la mayor puntuación de la fila: los pesos son los mismos y ningún número se desborda</translation>
  </message>
  <message>
   <source>not divided in this model</source>
   <translation>no se divide en este modelo</translation>
  </message>
  <message>
   <source>not recorded in this run</source>
   <translation>no grabado en esta ejecución</translation>
  </message>
  <message>
   <source>of “{word}”</source>
   <translation>de “{word}”</translation>
  </message>
  <message>
   <source>one score per key</source>
   <translation>una puntuación por clave</translation>
  </message>
  <message>
   <source>patched in</source>
   <translation>tomado de otro texto</translation>
  </message>
  <message>
   <source>query</source>
   <translation>consulta</translation>
  </message>
  <message>
   <source>query times key, unit by unit; the sum is the score</source>
   <translation>unidad a unidad: consulta por clave, y la suma es la puntuación</translation>
  </message>
  <message>
   <source>this head’s output</source>
   <translation>la salida de esta cabeza</translation>
  </message>
  <message>
   <source>v of “{key}”</source>
   <translation>v de “{key}”</translation>
  </message>
  <message>
   <source>value v</source>
   <translation>valor v</translation>
  </message>
  <message>
   <source>x_enc is the encoder’s output</source>
   <translation>x_enc es la salida del codificador</translation>
  </message>
  <message>
   <source>z at unit {unit} = Σ w·v = {terms}</source>
   <translation>z en la unidad {unit} = Σ w·v = {terms}</translation>
  </message>
  <message>
   <source>{count} of the model’s {width} units</source>
   <translation>{count} de las {width} unidades del modelo</translation>
  </message>
  <message>
   <source>{count} units, out of all {width}</source>
   <translation>{count} unidades, de un total de {width}</translation>
  </message>
  <message>
   <source>{row} is compared with every key</source>
   <translation>{row} se compara con todas las claves</translation>
  </message>
  <message>
   <source>{shown} of {total} keys: the selected one and the strongest</source>
   <translation>{shown} de {total} claves: la elegida y las más fuertes</translation>
  </message>
  <message>
   <source>Σ of all {count} =</source>
   <translation>Σ de los {count} =</translation>
  </message>
  <message>
   <source>“{key}” may be read: its score stays</source>
   <translation>“{key}” se puede leer: su puntuación queda</translation>
  </message>
  <message>
   <source>“{key}” {why}: its score becomes {number}</source>
   <translation>“{key}” {why}: su puntuación pasa a {number}</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/blocks</name>
  <message>
   <source>Code</source>
   <translation>Código</translation>
  </message>
  <message>
   <source>Dot product</source>
   <translation>Producto escalar</translation>
  </message>
  <message>
   <source>Every number, read from the run.</source>
   <translation>Todos los números, leídos de la ejecución.</translation>
  </message>
  <message>
   <source>Formula</source>
   <translation>Fórmula</translation>
  </message>
  <message>
   <source>How each row is computed, with the numbers filled in.</source>
   <translation>Cómo se calcula cada fila, con sus números puestos.</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>Clave</translation>
  </message>
  <message>
   <source>Norm</source>
   <translation>Norma</translation>
  </message>
  <message>
   <source>Query</source>
   <translation>Consulta</translation>
  </message>
  <message>
   <source>Residual</source>
   <translation>Residual</translation>
  </message>
  <message>
   <source>Scale, mask</source>
   <translation>Escala, máscara</translation>
  </message>
  <message>
   <source>Softmax</source>
   <translation>Softmax</translation>
  </message>
  <message>
   <source>Step {step} of {count} · {name}: {what}</source>
   <translation>Paso {step} de {count} · {name}: {what}</translation>
  </message>
  <message>
   <source>The lines of the model’s own source code that compute it.</source>
   <translation>Las líneas del código del propio modelo que lo calculan.</translation>
  </message>
  <message>
   <source>Values</source>
   <translation>Valores</translation>
  </message>
  <message>
   <source>Vectors as bars, with the numbers that matter.</source>
   <translation>Vectores como barras, con los números que importan.</translation>
  </message>
  <message>
   <source>added to what was there before</source>
   <translation>sumado a lo que había</translation>
  </message>
  <message>
   <source>all heads’ z concatenated and projected</source>
   <translation>las z de todas las cabezas concatenadas y proyectadas</translation>
  </message>
  <message>
   <source>each position separately</source>
   <translation>cada posición por separado</translation>
  </message>
  <message>
   <source>normalised</source>
   <translation>normalizado</translation>
  </message>
  <message>
   <source>q·k, unit by unit and summed</source>
   <translation>q·k, unidad a unidad y sumado</translation>
  </message>
  <message>
   <source>scaled as this model does, masked cells hidden</source>
   <translation>escalado como en este modelo, ocultas las celdas enmascaradas</translation>
  </message>
  <message>
   <source>scores become weights that sum to 1</source>
   <translation>las puntuaciones se vuelven pesos que suman 1</translation>
  </message>
  <message>
   <source>the key k of the token being read</source>
   <translation>la clave k del token que se lee</translation>
  </message>
  <message>
   <source>the query q of the row that reads</source>
   <translation>la consulta q de la fila que lee</translation>
  </message>
  <message>
   <source>values times weights, summed: z</source>
   <translation>valores por pesos, sumados: z</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/cell_rows</name>
  <message>
   <source>all units</source>
   <translation>todas las unidades</translation>
  </message>
  <message>
   <source>not recorded: for a text this long it would take too much memory</source>
   <translation>no grabado: en un texto tan largo ocuparía demasiada memoria</translation>
  </message>
  <message>
   <source>one unit</source>
   <translation>una unidad</translation>
  </message>
  <message>
   <source>units {first}–{last} of {total:,} · page {page} of {pages}</source>
   <translation>unidades {first}–{last} de {total:,} · página {page} de {pages}</translation>
  </message>
  <message>
   <source>{count} of {total:,} units, those that add most</source>
   <translation>{count} de {total:,} unidades, las que más suman</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/optional_blocks</name>
  <message>
   <source>The row with dropout</source>
   <translation>La fila con dropout</translation>
  </message>
  <message>
   <source>The row with its scores multiplied</source>
   <translation>La fila con sus puntuaciones multiplicadas</translation>
  </message>
  <message>
   <source>The row with one number changed</source>
   <translation>La fila con un número cambiado</translation>
  </message>
  <message>
   <source>The same row with dropout, as in training.</source>
   <translation>La misma fila con dropout, como al entrenar.</translation>
  </message>
  <message>
   <source>The same row with its scores multiplied by a half, two and four.</source>
   <translation>La misma fila con sus puntuaciones multiplicadas por un medio, dos y cuatro.</translation>
  </message>
  <message>
   <source>The same row with the first number of the selected key changed.</source>
   <translation>La misma fila con el primer número de la clave elegida cambiado.</translation>
  </message>
  <message>
   <source>What an einsum line computes from two small matrices of this head.</source>
   <translation>Qué hace una línea de einsum con dos matrices pequeñas de esta cabeza.</translation>
  </message>
  <message>
   <source>draw {number}</source>
   <translation>sorteo {number}</translation>
  </message>
  <message>
   <source>each weight is 0 with probability {rate}, the others are divided by {left}: as PyTorch attention does in training; never here</source>
   <translation>cada peso es 0 con probabilidad {rate}, los demás se dividen entre {left}: así lo hace la atención de PyTorch al entrenar; aquí nunca</translation>
  </message>
  <message>
   <source>einsum on two small matrices</source>
   <translation>einsum con dos matrices pequeñas</translation>
  </message>
  <message>
   <source>first of C</source>
   <translation>primero de C</translation>
  </message>
  <message>
   <source>ij,ij-&gt;: the sum of all products</source>
   <translation>ij,ij-&gt;: la suma de todos los productos</translation>
  </message>
  <message>
   <source>ij,ij-&gt;ij: product by product</source>
   <translation>ij,ij-&gt;ij: producto a producto</translation>
  </message>
  <message>
   <source>ij,jk-&gt;ik: the matrix product</source>
   <translation>ij,jk-&gt;ik: el producto de matrices</translation>
  </message>
  <message>
   <source>ij-&gt;i: the sum of each row</source>
   <translation>ij-&gt;i: la suma de cada fila</translation>
  </message>
  <message>
   <source>ij-&gt;ji: the transpose</source>
   <translation>ij-&gt;ji: la traspuesta</translation>
  </message>
  <message>
   <source>off</source>
   <translation>apagado</translation>
  </message>
  <message>
   <source>one number of one key changes: so does its score, and through the softmax every weight</source>
   <translation>cambia un número de una clave: cambia su puntuación y, por el softmax, todos los pesos</translation>
  </message>
  <message>
   <source>queries (A) and keys (B), rounded to integers</source>
   <translation>consultas (A) y claves (B), redondeadas</translation>
  </message>
  <message>
   <source>the first number of each key</source>
   <translation>el primer número de cada clave</translation>
  </message>
  <message>
   <source>the larger the scores, the more a lead of one over another counts</source>
   <translation>la ventaja de una puntuación sobre otra cuenta más cuanto mayores son las puntuaciones</translation>
  </message>
  <message>
   <source>the mask sets this key’s score: whatever the key is, no weight changes</source>
   <translation>la máscara fija la puntuación de esta clave: sea cual sea la clave, ningún peso cambia</translation>
  </message>
  <message>
   <source>the scores, divided and masked</source>
   <translation>las puntuaciones, divididas y enmascaradas</translation>
  </message>
  <message>
   <source>two matrices</source>
   <translation>dos matrices</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/output_blocks</name>
  <message>
   <source>+ {count} more heads</source>
   <translation>+ {count} cabezas más</translation>
  </message>
  <message>
   <source>Feed-forward: down</source>
   <translation>Red densa: de vuelta</translation>
  </message>
  <message>
   <source>Feed-forward: up</source>
   <translation>Red densa: más ancha</translation>
  </message>
  <message>
   <source>Heads joined</source>
   <translation>Cabezas unidas</translation>
  </message>
  <message>
   <source>Residual and norm</source>
   <translation>Residual y norma</translation>
  </message>
  <message>
   <source>after layer {layer}</source>
   <translation>tras la capa {layer}</translation>
  </message>
  <message>
   <source>after self-attention</source>
   <translation>tras la autoatención</translation>
  </message>
  <message>
   <source>by each unit’s own average</source>
   <translation>por la media propia de cada unidad</translation>
  </message>
  <message>
   <source>cross-attention added</source>
   <translation>sumada la atención cruzada</translation>
  </message>
  <message>
   <source>deviation =</source>
   <translation>desviación =</translation>
  </message>
  <message>
   <source>for a = {number}</source>
   <translation>con a = {number}</translation>
  </message>
  <message>
   <source>from cross-attention</source>
   <translation>de la atención cruzada</translation>
  </message>
  <message>
   <source>from step 7</source>
   <translation>del paso 7</translation>
  </message>
  <message>
   <source>goes to layer {layer}</source>
   <translation>va a la capa {layer}</translation>
  </message>
  <message>
   <source>norm</source>
   <translation>norma</translation>
  </message>
  <message>
   <source>norm of token + position</source>
   <translation>norma de token + posición</translation>
  </message>
  <message>
   <source>o, the attention’s output</source>
   <translation>o, la salida de la atención</translation>
  </message>
  <message>
   <source>output o</source>
   <translation>salida o</translation>
  </message>
  <message>
   <source>projected back and added</source>
   <translation>proyectado de vuelta y sumado</translation>
  </message>
  <message>
   <source>the concatenated head outputs</source>
   <translation>las salidas concatenadas de las cabezas</translation>
  </message>
  <message>
   <source>the concatenated head outputs times W_o</source>
   <translation>las salidas concatenadas de las cabezas, por W_o</translation>
  </message>
  <message>
   <source>the end of the last layer</source>
   <translation>el final de la última capa</translation>
  </message>
  <message>
   <source>the gate</source>
   <translation>la compuerta</translation>
  </message>
  <message>
   <source>the only head</source>
   <translation>la única cabeza</translation>
  </message>
  <message>
   <source>the residual connection is cut: what was there goes no further</source>
   <translation>la conexión residual está cortada: lo que había no sigue adelante</translation>
  </message>
  <message>
   <source>the residual stream</source>
   <translation>el flujo residual</translation>
  </message>
  <message>
   <source>this head</source>
   <translation>esta cabeza</translation>
  </message>
  <message>
   <source>what attention adds</source>
   <translation>lo que suma la atención</translation>
  </message>
  <message>
   <source>what it adds</source>
   <translation>lo que suma</translation>
  </message>
  <message>
   <source>what was there stays; attention only adds to it</source>
   <translation>lo que había queda; la atención solo le suma</translation>
  </message>
  <message>
   <source>what was there stays; attention only adds to it — then the norm</source>
   <translation>lo que había queda; la atención solo le suma — después, la norma</translation>
  </message>
  <message>
   <source>x′: n after cross-attention and its norm</source>
   <translation>x′: n tras la atención cruzada y su norma</translation>
  </message>
  <message>
   <source>x′: what cross-attention gives; its residual connection is cut</source>
   <translation>x′: lo que da la atención cruzada; su conexión residual está cortada</translation>
  </message>
  <message>
   <source>x′: x + o after cross-attention has added its part</source>
   <translation>x′: x + o después de que la atención cruzada sume su parte</translation>
  </message>
  <message>
   <source>{count:,} of {total:,} above 0</source>
   <translation>{count:,} de {total:,} sobre 0</translation>
  </message>
  <message>
   <source>{count:,} units</source>
   <translation>{count:,} unidades</translation>
  </message>
  <message>
   <source>{sum} = {number} at unit {unit}</source>
   <translation>{sum} = {number} en la unidad {unit}</translation>
  </message>
  <message>
   <source>{vectors} times W_o</source>
   <translation>{vectors} por W_o</translation>
  </message>
  <message>
   <source>√mean x² =</source>
   <translation>√media x² =</translation>
  </message>
  <message>
   <source>√variance =</source>
   <translation>√varianza =</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/page_layout</name>
  <message>
   <source>all {count:,} keys</source>
   <translation>las {count:,} claves</translation>
  </message>
  <message>
   <source>all {count:,} units</source>
   <translation>las {count:,} unidades</translation>
  </message>
  <message>
   <source>an input of this step</source>
   <translation>una entrada de este paso</translation>
  </message>
  <message>
   <source>on the same line of the model’s code</source>
   <translation>en la misma línea del código del modelo</translation>
  </message>
  <message>
   <source>one key</source>
   <translation>una clave</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/page_widget</name>
  <message>
   <source>Calculation</source>
   <translation>Cálculo</translation>
  </message>
  <message>
   <source>Click to follow this key instead.</source>
   <translation>Un clic pasa a seguir esta clave.</translation>
  </message>
  <message>
   <source>Click to go to step {step}: {what}.</source>
   <translation>Un clic va al paso {step}: {what}.</translation>
  </message>
  <message>
   <source>Click to see the next units.</source>
   <translation>Un clic muestra las unidades siguientes.</translation>
  </message>
  <message>
   <source>Click to see the previous units.</source>
   <translation>Haz clic para ver las unidades anteriores.</translation>
  </message>
  <message>
   <source>Click to see where it comes from.</source>
   <translation>Haz clic para ver de dónde sale.</translation>
  </message>
  <message>
   <source>Mask: {why}. Click to see where this comes from.</source>
   <translation>Máscara: {why}. Haz clic para ver de dónde sale.</translation>
  </message>
  <message>
   <source>Point at a number to see its inputs; click to see where it comes from. From the keyboard: Ctrl+arrow keys and Enter.</source>
   <translation>Señala un número para ver sus entradas; haz clic para ver de dónde sale. Con el teclado: Ctrl y las flechas, e Intro.</translation>
  </message>
  <message>
   <source>Ringed: its inputs.</source>
   <translation>Con anillo: sus entradas.</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/pages</name>
  <message>
   <source>After this head</source>
   <translation>Después de esta cabeza</translation>
  </message>
  <message>
   <source>Waiting for the other numbers of this run…</source>
   <translation>Esperando los demás números de esta ejecución…</translation>
  </message>
  <message>
   <source>what the layer does with all heads</source>
   <translation>lo que la capa hace con todas las cabezas</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/toolbar</name>
  <message>
   <source>Back to the translator</source>
   <translation>Volver al traductor</translation>
  </message>
  <message>
   <source>Back to your text</source>
   <translation>Volver a tu texto</translation>
  </message>
  <message>
   <source>Back to {text}</source>
   <translation>Volver a {text}</translation>
  </message>
  <message>
   <source>Click: {step}.</source>
   <translation>Un clic: {step}.</translation>
  </message>
  <message>
   <source>Layer and head</source>
   <translation>Capa y cabeza</translation>
  </message>
  <message>
   <source>Restores your text and model.</source>
   <translation>Recupera tu texto y tu modelo.</translation>
  </message>
  <message>
   <source>Show as</source>
   <translation>Mostrar como</translation>
  </message>
  <message>
   <source>Steps of the calculation</source>
   <translation>Pasos del cálculo</translation>
  </message>
  <message>
   <source>The steps. [ and ] go back and forward; here the arrow keys, Home and End do too.</source>
   <translation>Los pasos. [ y ] retroceden y avanzan; aquí también las flechas, Inicio y Fin.</translation>
  </message>
  <message>
   <source>The target reads the source: query from the decoder, key and value from the encoder.</source>
   <translation>El destino lee el origen: consulta del decodificador, clave y valor del codificador.</translation>
  </message>
  <message>
   <source>Three words, width 2, one head, weights chosen by hand: every number can be checked on paper.</source>
   <translation>Tres palabras, anchura 2, una cabeza, pesos elegidos a mano: cada número se puede comprobar en papel.</translation>
  </message>
  <message>
   <source>Which head is followed.</source>
   <translation>Qué cabeza se sigue.</translation>
  </message>
  <message>
   <source>Which row reads.</source>
   <translation>Qué fila lee.</translation>
  </message>
  <message>
   <source>Which token is read.</source>
   <translation>Qué token se lee.</translation>
  </message>
  <message>
   <source>{step} of {count}</source>
   <translation>{step} de {count}</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/view</name>
  <message>
   <source>Decimals</source>
   <translation>Decimales</translation>
  </message>
  <message>
   <source>Every number is read from the recording: click one to see where it comes from.</source>
   <translation>Cada número se lee de la grabación: un clic en uno muestra de dónde sale.</translation>
  </message>
  <message>
   <source>Every number is read from the running model: click one to see where it comes from.</source>
   <translation>Cada número se lee del modelo en marcha: un clic en uno muestra de dónde sale.</translation>
  </message>
  <message>
   <source>Fewer decimals leave room for more.</source>
   <translation>Menos decimales dejan sitio para más.</translation>
  </message>
  <message>
   <source>Key’s first number</source>
   <translation>Primer número de la clave</translation>
  </message>
  <message>
   <source>One query reads one key: every number along the way, from the running model.</source>
   <translation>Una consulta lee una clave: cada número del camino, leído del modelo en marcha.</translation>
  </message>
  <message>
   <source>Scores multiplied</source>
   <translation>Puntuaciones multiplicadas</translation>
  </message>
  <message>
   <source>The calculation appears here as soon as there is a sentence.</source>
   <translation>El cálculo aparece aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>There is nothing to follow yet: the decoder has not written anything.</source>
   <translation>Aún no hay nada que seguir: el decodificador no ha escrito nada.</translation>
  </message>
  <message>
   <source>Units</source>
   <translation>Unidades</translation>
  </message>
  <message>
   <source>Which units are shown when not all fit: a page in order, or those that add most.</source>
   <translation>Qué unidades se muestran donde no caben todas: una página en orden, o las que más suman.</translation>
  </message>
  <message>
   <source>how its weights are computed: they are not softmax(q·k ÷ √K) of the recorded queries and keys</source>
   <translation>cómo se calculan sus pesos: no son softmax(q·k ÷ √K) de las consultas y claves grabadas</translation>
  </message>
  <message>
   <source>in order</source>
   <translation>en orden</translation>
  </message>
  <message>
   <source>largest</source>
   <translation>las mayores</translation>
  </message>
  <message>
   <source>the queries and keys of layer {layer}, so its weights cannot be traced</source>
   <translation>las consultas y claves de la capa {layer}, así que no se puede seguir de dónde salen sus pesos</translation>
  </message>
 </context>
 <context>
  <name>views/calculate/weight_blocks</name>
  <message>
   <source>; a row of zeros has no cosine: {tokens}</source>
   <translation>; una fila de ceros no tiene coseno: {tokens}</translation>
  </message>
  <message>
   <source>Norms side by side</source>
   <translation>Normas lado a lado</translation>
  </message>
  <message>
   <source>RMS norm</source>
   <translation>norma RMS</translation>
  </message>
  <message>
   <source>The key’s token in the embedding table</source>
   <translation>El token de la clave en la tabla de embeddings</translation>
  </message>
  <message>
   <source>Token and position in this score</source>
   <translation>Token y posición en esta puntuación</translation>
  </message>
  <message>
   <source>an id is a row of {count:,}: nothing is computed</source>
   <translation>un identificador es una fila de {count:,}: no se calcula nada</translation>
  </message>
  <message>
   <source>an id is a row of {count:,}: nothing is computed. Below, its nearest rows</source>
   <translation>un identificador es una fila de {count:,}: no se calcula nada. Debajo, las filas más cercanas</translation>
  </message>
  <message>
   <source>batch norm</source>
   <translation>norma de lote</translation>
  </message>
  <message>
   <source>biases</source>
   <translation>sesgos</translation>
  </message>
  <message>
   <source>each unit across all rows</source>
   <translation>cada unidad en todas las filas</translation>
  </message>
  <message>
   <source>each unit of x times its row of W_q; the sum is the query</source>
   <translation>cada unidad de x por su fila de W_q; la suma es la consulta</translation>
  </message>
  <message>
   <source>input of the norm</source>
   <translation>entrada de la norma</translation>
  </message>
  <message>
   <source>layer norm</source>
   <translation>norma de capa</translation>
  </message>
  <message>
   <source>mean 0, variance 1</source>
   <translation>media 0, varianza 1</translation>
  </message>
  <message>
   <source>n = (x − mean) / √variance</source>
   <translation>n = (x − media) / √varianza</translation>
  </message>
  <message>
   <source>n = (x − mean_rows) / √variance_rows</source>
   <translation>n = (x − media_filas) / √varianza_filas</translation>
  </message>
  <message>
   <source>n = x / √mean_x²</source>
   <translation>n = x / √media_x²</translation>
  </message>
  <message>
   <source>no parts</source>
   <translation>sin partes</translation>
  </message>
  <message>
   <source>one vector, three norms, without γ and β; batch norm uses the rows of this text instead of its averages</source>
   <translation>un vector, tres normas, sin γ ni β; la norma de lote usa las filas de este texto en lugar de sus medias</translation>
  </message>
  <message>
   <source>parts of q·k</source>
   <translation>partes de q·k</translation>
  </message>
  <message>
   <source>position · position</source>
   <translation>posición · posición</translation>
  </message>
  <message>
   <source>position · token</source>
   <translation>posición · token</translation>
  </message>
  <message>
   <source>size 1, the mean stays</source>
   <translation>tamaño 1, la media se queda</translation>
  </message>
  <message>
   <source>the query</source>
   <translation>la consulta</translation>
  </message>
  <message>
   <source>the query’s part before the key’s; exact, with the norm’s scale as it was</source>
   <translation>la parte de la consulta antes que la de la clave; exacto, con la escala de la norma tal como era</translation>
  </message>
  <message>
   <source>this model’s</source>
   <translation>la de este modelo</translation>
  </message>
  <message>
   <source>token · position</source>
   <translation>token · posición</translation>
  </message>
  <message>
   <source>token · token</source>
   <translation>token · token</translation>
  </message>
  <message>
   <source>x · W_q in full</source>
   <translation>x · W_q por extenso</translation>
  </message>
  <message>
   <source>x, the norm’s input</source>
   <translation>x, la entrada de la norma</translation>
  </message>
  <message>
   <source>{count} of {total:,} units</source>
   <translation>{count} de {total:,} unidades</translation>
  </message>
  <message>
   <source>{token} · {row}</source>
   <translation>{token} · {row}</translation>
  </message>
  <message>
   <source>{unit} = {number}, row ({row})</source>
   <translation>{unit} = {number}, fila ({row})</translation>
  </message>
  <message>
   <source>{unit} · row {row}</source>
   <translation>{unit} · fila {row}</translation>
  </message>
  <message>
   <source>“{token}”, cosine {number}</source>
   <translation>“{token}”, coseno {number}</translation>
  </message>
  <message>
   <source>“{token}”, id {id}</source>
   <translation>“{token}”, id {id}</translation>
  </message>
 </context>
 <context>
  <name>views/compare/choices</name>
  <message>
   <source>Compare with</source>
   <translation>Comparar con</translation>
  </message>
  <message>
   <source>Stops comparing.</source>
   <translation>Deja de comparar.</translation>
  </message>
  <message>
   <source>The same without the edits, or another sentence, decoding, continuation, head or step</source>
   <translation>La misma sin los cambios, otra frase, decodificación, continuación, cabeza o paso</translation>
  </message>
  <message>
   <source>This run becomes A. Then change the text, step, model, decoding or an edit to make B. (Ctrl+D)</source>
   <translation>Esta ejecución será A. Después cambia el texto, el paso, el modelo o la decodificación, o haz un cambio: eso es B. (Ctrl+D)</translation>
  </message>
  <message>
   <source>the same run</source>
   <translation>la misma ejecución</translation>
  </message>
 </context>
 <context>
  <name>views/compare/content</name>
  <message>
   <source>A has no {wanted}: {shown} is shown.</source>
   <translation>A no tiene {wanted}: se muestra {shown}.</translation>
  </message>
  <message>
   <source>A is {head}: select a head of the same attention to see B − A.</source>
   <translation>A es {head}: elige una cabeza de la misma atención para ver B − A.</translation>
  </message>
  <message>
   <source>The maps of one of the two were not recorded, or nothing has been written yet.</source>
   <translation>Los mapas de una de las dos no se grabaron, o aún no hay nada escrito.</translation>
  </message>
  <message>
   <source>The two have no row in common.</source>
   <translation>Las dos no tienen ninguna fila en común.</translation>
  </message>
  <message>
   <source>{a} in A, {b} in B</source>
   <translation>{a} en A, {b} en B</translation>
  </message>
 </context>
 <context>
  <name>views/compare/export</name>
  <message>
   <source>share of a row's weight that moved, of every head</source>
   <translation>parte del peso de una fila que recae en otro lugar, de cada cabeza</translation>
  </message>
  <message>
   <source>share of the difference between A and B that each activation restores</source>
   <translation>parte de la diferencia entre A y B que restaura cada activación</translation>
  </message>
  <message>
   <source>two texts, token by token</source>
   <translation>dos textos, token junto a token</translation>
  </message>
  <message>
   <source>weights of two runs and their difference</source>
   <translation>pesos de dos ejecuciones y su diferencia</translation>
  </message>
 </context>
 <context>
  <name>views/compare/heads</name>
  <message>
   <source> and </source>
   <translation> y </translation>
  </message>
  <message>
   <source>Click to compare this head; double-click or press Enter to open it in Attention.</source>
   <translation>Un clic compara esta cabeza; un doble clic o Intro la abre en Atención.</translation>
  </message>
  <message>
   <source>Heads that changed most</source>
   <translation>Cabezas que más cambiaron</translation>
  </message>
  <message>
   <source>How much each head's reading differs</source>
   <translation>Cuánto difiere la lectura de cada cabeza</translation>
  </message>
  <message>
   <source>Most changed head first. Arrow keys move, Enter opens a head.</source>
   <translation>Primero la cabeza que más cambió. Muévete con las flechas; Intro abre una cabeza.</translation>
  </message>
  <message>
   <source>Not for {kinds}: not recorded, or the text is too long.</source>
   <translation>Faltan {kinds}: no se grabaron, o el texto es demasiado largo.</translation>
  </message>
  <message>
   <source>Number and colour: the average share of a row's weight that moved.</source>
   <translation>Número y color: la parte del peso de una fila que recae en otro lugar, de media.</translation>
  </message>
  <message>
   <source>Rows are layers, columns are heads. Arrow keys move, Enter opens a head.</source>
   <translation>Las filas son capas, las columnas son cabezas. Muévete con las flechas; Intro abre una cabeza.</translation>
  </message>
  <message>
   <source>{head}: only one of the two models has it</source>
   <translation>{head}: solo uno de los dos modelos la tiene</translation>
  </message>
  <message>
   <source>{head}: {share} of a row's weight moved</source>
   <translation>{head}: {share} del peso de una fila recae en otro lugar</translation>
  </message>
 </context>
 <context>
  <name>views/compare/maps</name>
  <message>
   <source>{map}. Click a cell to pin it in all three maps.</source>
   <translation>{map}. Un clic en una celda la fija en los tres mapas.</translation>
  </message>
 </context>
 <context>
  <name>views/compare/patch_part</name>
  <message>
   <source>Activations of the {stack} patched in from A</source>
   <translation>Activaciones del {stack} tomadas de A</translation>
  </message>
  <message>
   <source>Click to patch this activation of A into B and keep it as an edit.</source>
   <translation>Un clic pone esta activación de A en B y la conserva como cambio.</translation>
  </message>
  <message>
   <source>Heads and feed-forwards by how much they restore</source>
   <translation>Cabezas y redes densas según lo que restauran</translation>
  </message>
  <message>
   <source>Pauses or resumes patching activations of A into B; what is there stays.</source>
   <translation>Pausa o reanuda el parcheo de activaciones de A en B; lo que hay se queda.</translation>
  </message>
  <message>
   <source>Resume</source>
   <translation>Continuar</translation>
  </message>
  <message>
   <source>Rows are points in the stack, columns are tokens. Click to keep the activation of A.</source>
   <translation>Las filas son lugares de la pila, las columnas tokens. Un clic conserva la activación de A.</translation>
  </message>
  <message>
   <source>Up and down move; click or press Enter to keep the activation of A in B.</source>
   <translation>Muévete con arriba y abajo; un clic o Intro conserva la activación de A en B.</translation>
  </message>
  <message>
   <source>share restored</source>
   <translation>parte restaurada</translation>
  </message>
 </context>
 <context>
  <name>views/compare/patching</name>
  <message>
   <source>A and B are two models: activations of one mean nothing in the other.</source>
   <translation>A y B son dos modelos: las activaciones de uno no significan nada en el otro.</translation>
  </message>
  <message>
   <source>A and B prefer these two tokens equally: there is nothing to restore.</source>
   <translation>A y B prefieren por igual estos dos tokens: no hay nada que restaurar.</translation>
  </message>
  <message>
   <source>A has edits, and activations are patched from the model without edits: choose an A without edits.</source>
   <translation>A tiene cambios, y las activaciones se toman del modelo sin cambios: elige una A sin cambios.</translation>
  </message>
  <message>
   <source>A recording has no model to patch activations into.</source>
   <translation>Una grabación no tiene modelo en el que poner activaciones.</translation>
  </message>
  <message>
   <source>Both read the same up to the token that differs, so their activations are the same: there is nothing to patch.</source>
   <translation>Ambas leen lo mismo hasta el token en que difieren, así que sus activaciones son iguales: no hay nada que restaurar.</translation>
  </message>
  <message>
   <source>Both write the same tokens: there is no difference for an activation to restore.</source>
   <translation>Ambas escriben los mismos tokens: no hay diferencia que una activación pueda restaurar.</translation>
  </message>
  <message>
   <source>In the decoder at least half of the difference is first there after {place}, at “{word}”: {percent}.</source>
   <translation>En el decodificador al menos la mitad de la diferencia está por primera vez tras {place}, en “{word}”: {percent}.</translation>
  </message>
  <message>
   <source>Of single parts {parts} restore most: {percent} each.</source>
   <translation>De las partes sueltas, las que más restauran son {parts}: {percent} cada una.</translation>
  </message>
  <message>
   <source>Of single parts {part} restores most: {percent}.</source>
   <translation>De las partes sueltas, la que más restaura es {part}: {percent}.</translation>
  </message>
  <message>
   <source>One activation of A patched into B: the share of the difference log p({a}) − log p({b}) at step {step} that it restores; 100 %: as in A.</source>
   <translation>Una activación de A puesta en B: la parte de la diferencia log p({a}) − log p({b}) en el paso {step} que restaura; 100 %: como en A.</translation>
  </message>
  <message>
   <source>Patching activations of A into B, one by one …</source>
   <translation>Las activaciones de A se ponen en B una a una …</translation>
  </message>
  <message>
   <source>Stopped before the first activation of A was patched into B.</source>
   <translation>Detenido antes de poner en B la primera activación de A.</translation>
  </message>
  <message>
   <source>The encoder output of A at “{word}” restores {percent}.</source>
   <translation>La salida del codificador de A en “{word}” restaura {percent}.</translation>
  </message>
  <message>
   <source>being computed</source>
   <translation>calculándose</translation>
  </message>
  <message>
   <source>decoder × what was read up to this step</source>
   <translation>decodificador × lo leído hasta este paso</translation>
  </message>
  <message>
   <source>encoder × source token</source>
   <translation>codificador × token del origen</translation>
  </message>
  <message>
   <source>head {number}</source>
   <translation>cabeza {number}</translation>
  </message>
  <message>
   <source>log p({a}) − log p({b}): {before} → {now}, in A {donor}</source>
   <translation>log p({a}) − log p({b}): {before} → {now}, en A {donor}</translation>
  </message>
  <message>
   <source>{done:,} of {count:,} computed.</source>
   <translation>{done:,} de {count:,} calculadas.</translation>
  </message>
  <message>
   <source>{part}: restores {percent}</source>
   <translation>{part}: restaura {percent}</translation>
  </message>
  <message>
   <source>{stack}, {place} at “{word}”</source>
   <translation>{stack}, {place} en “{word}”</translation>
  </message>
 </context>
 <context>
  <name>views/compare/pin_offers</name>
  <message>
   <source>A minimal pair…</source>
   <translation>Un par mínimo…</translation>
  </message>
  <message>
   <source>A saved continuation.</source>
   <translation>Una continuación guardada.</translation>
  </message>
  <message>
   <source>A stays at this head; select another one as B.</source>
   <translation>A se queda en esta cabeza; elige otra para que sea B.</translation>
  </message>
  <message>
   <source>A stays at this step; go to another one as B.</source>
   <translation>A se queda en este paso; ve a otro para que sea B.</translation>
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
   <source>Keeps this run as A. Then change the text, model, decoding or an edit to make B.</source>
   <translation>Conserva esta ejecución como A. Después cambia el texto, el modelo o la decodificación, o haz un cambio: eso es B.</translation>
  </message>
  <message>
   <source>Keeps this run as A; the target you write is B.</source>
   <translation>Conserva esta ejecución como A; el destino que escribas es B.</translation>
  </message>
  <message>
   <source>Lists the models: the one that you choose becomes B, this run A.</source>
   <translation>Muestra los modelos: el que elijas será B, y esta ejecución, A.</translation>
  </message>
  <message>
   <source>My own target</source>
   <translation>Mi propio destino</translation>
  </message>
  <message>
   <source>Pairs of sentences that differ in one thing: the first becomes A, the second B.</source>
   <translation>Pares de frases que se diferencian en una cosa: la primera pasa a ser A, la segunda B.</translation>
  </message>
  <message>
   <source>Pin this run</source>
   <translation>Fijar esta ejecución</translation>
  </message>
  <message>
   <source>Sentence {number}: {text}</source>
   <translation>Frase {number}: {text}</translation>
  </message>
  <message>
   <source>The most probable token that was not written.</source>
   <translation>El token más probable que no se escribió.</translation>
  </message>
  <message>
   <source>The same source, with no target given.</source>
   <translation>El mismo origen, sin destino dado.</translation>
  </message>
  <message>
   <source>The same source, written with {decoding}.</source>
   <translation>El mismo origen, escrito con {decoding}.</translation>
  </message>
  <message>
   <source>The same text, without the edits to the model.</source>
   <translation>El mismo texto, sin los cambios del modelo.</translation>
  </message>
  <message>
   <source>The same with beam search</source>
   <translation>Lo mismo con búsqueda en haz</translation>
  </message>
  <message>
   <source>The same with greedy decoding</source>
   <translation>Lo mismo con decodificación voraz</translation>
  </message>
  <message>
   <source>The same with sampling</source>
   <translation>Lo mismo con muestreo</translation>
  </message>
  <message>
   <source>The same without the edits</source>
   <translation>Lo mismo sin los cambios</translation>
  </message>
  <message>
   <source>This head ({head}), with others</source>
   <translation>Esta cabeza ({head}), con otras</translation>
  </message>
  <message>
   <source>This step ({step}), with others</source>
   <translation>Este paso ({step}), con otros</translation>
  </message>
  <message>
   <source>What the model writes on its own</source>
   <translation>Lo que el modelo escribe por sí solo</translation>
  </message>
  <message>
   <source>With “{token}” at step {step} ({probability})</source>
   <translation>Con “{token}” en el paso {step} ({probability})</translation>
  </message>
  <message>
   <source>as it is</source>
   <translation>tal como está</translation>
  </message>
  <message>
   <source>other edits</source>
   <translation>otros cambios</translation>
  </message>
  <message>
   <source>these edits</source>
   <translation>estos cambios</translation>
  </message>
  <message>
   <source>update {step:,}</source>
   <translation>actualización {step:,}</translation>
  </message>
 </context>
 <context>
  <name>views/compare/texts</name>
  <message>
   <source>Click to go to source token {number}.</source>
   <translation>Un clic va al token {number} del origen.</translation>
  </message>
  <message>
   <source>The sources of A and B, token by token</source>
   <translation>El origen de A y de B, token bajo token</translation>
  </message>
  <message>
   <source>The targets of A and B, token by token</source>
   <translation>El destino de A y de B, token bajo token</translation>
  </message>
  <message>
   <source>Tokens that differ are framed; Shift+arrow keys move to another column.</source>
   <translation>Los tokens que difieren están enmarcados; Mayús+flechas pasan a otra columna.</translation>
  </message>
  <message>
   <source>another token</source>
   <translation>otro token</translation>
  </message>
  <message>
   <source>no token</source>
   <translation>ningún token</translation>
  </message>
  <message>
   <source>only in A</source>
   <translation>solo en A</translation>
  </message>
  <message>
   <source>only in B</source>
   <translation>solo en B</translation>
  </message>
  <message>
   <source>source</source>
   <translation>origen</translation>
  </message>
  <message>
   <source>step {step} writes “{token}”</source>
   <translation>el paso {step} escribe “{token}”</translation>
  </message>
  <message>
   <source>target</source>
   <translation>destino</translation>
  </message>
  <message>
   <source>the same token</source>
   <translation>el mismo token</translation>
  </message>
  <message>
   <source>token {number} is “{token}”</source>
   <translation>el token {number} es “{token}”</translation>
  </message>
  <message>
   <source>{count} differ</source>
   <translation>{count} difieren</translation>
  </message>
  <message>
   <source>{first}–{last} of {count}</source>
   <translation>{first}–{last} de {count}</translation>
  </message>
  <message>
   <source>{how}, B − A of log p: {number}</source>
   <translation>{how}, B − A de log p: {number}</translation>
  </message>
  <message>
   <source>{run}, from step 1</source>
   <translation>{run}, desde el paso 1</translation>
  </message>
 </context>
 <context>
  <name>views/compare/view</name>
  <message>
   <source>Pin a run first (Ctrl+D): this says how two runs are shown.</source>
   <translation>Fija primero una ejecución (Ctrl+D): esto dice cómo se muestran dos ejecuciones.</translation>
  </message>
  <message>
   <source>Strongest difference</source>
   <translation>Diferencia máxima</translation>
  </message>
  <message>
   <source>The colours of weights. Differences keep blue and orange.</source>
   <translation>Los colores de los pesos. Las diferencias siguen en azul y naranja.</translation>
  </message>
  <message>
   <source>Two runs side by side, differing in sentence, step, model, decoding or edit.</source>
   <translation>Dos ejecuciones lado a lado que difieren en frase, paso, modelo, decodificación o cambios.</translation>
  </message>
  <message>
   <source>What is below the maps: both texts token by token, how much each head's reading differs, or how much each activation of A restores when patched into B.</source>
   <translation>Qué se ve bajo los mapas: ambos textos token bajo token, cuánto difiere la lectura de cada cabeza, o cuánto restaura cada activación de A puesta en B.</translation>
  </message>
  <message>
   <source>Where the difference colours end: the same for all heads of all three attentions.</source>
   <translation>Dónde acaban los colores de las diferencias: igual para todas las cabezas de las tres atenciones.</translation>
  </message>
  <message>
   <source>With the maps</source>
   <translation>Con los mapas</translation>
  </message>
  <message>
   <source>largest of all heads</source>
   <translation>la mayor de todas las cabezas</translation>
  </message>
  <message>
   <source>patching</source>
   <translation>parcheo</translation>
  </message>
  <message>
   <source>texts</source>
   <translation>textos</translation>
  </message>
 </context>
 <context>
  <name>views/compare/words</name>
  <message>
   <source>A and B are the same run: every difference is 0.</source>
   <translation>A y B son la misma ejecución: todas las diferencias son 0.</translation>
  </message>
  <message>
   <source>A, the pinned run</source>
   <translation>A, la ejecución fijada</translation>
  </message>
  <message>
   <source>Another sentence, step, model, decoding or edit: the selection moves in both.</source>
   <translation>Otra frase, otro paso, modelo, decodificación o cambio: la selección se mueve en ambas.</translation>
  </message>
  <message>
   <source>B, the current run</source>
   <translation>B, la ejecución actual</translation>
  </message>
  <message>
   <source>Both write the same text.</source>
   <translation>Ambas escriben el mismo texto.</translation>
  </message>
  <message>
   <source>Compare · this run with a pinned one</source>
   <translation>Comparar · esta ejecución con una fijada</translation>
  </message>
  <message>
   <source>Computing the pinned run …</source>
   <translation>Calculando la ejecución fijada …</translation>
  </message>
  <message>
   <source>Pin a run (Ctrl+D): it becomes A. Then change the text, step, model, decoding or an edit to make B, and see both side by side.</source>
   <translation>Fija una ejecución (Ctrl+D): será A. Después cambia el texto, el paso, el modelo o la decodificación, o haz un cambio: eso es B, y ambas se muestran lado a lado.</translation>
  </message>
  <message>
   <source>Step {a} of A beside step {b} of B.</source>
   <translation>Paso {a} de A junto al paso {b} de B.</translation>
  </message>
  <message>
   <source>The maps of this run were not recorded, or nothing has been written yet.</source>
   <translation>Los mapas de esta ejecución no se grabaron, o aún no hay nada escrito.</translation>
  </message>
  <message>
   <source>The other run has no counterpart of this cell.</source>
   <translation>La otra ejecución no tiene equivalente de esta celda.</translation>
  </message>
  <message>
   <source>The translations first differ at token {place}: {one} in A, {other} in B.</source>
   <translation>Las traducciones difieren por primera vez en el token {place}: {one} en A, {other} en B.</translation>
  </message>
  <message>
   <source>Tokens aligned by edit distance: {sides}.</source>
   <translation>Tokens puestos lado a lado por distancia de edición: {sides}.</translation>
  </message>
  <message>
   <source>difference = weight in the current run − weight in the pinned run</source>
   <translation>diferencia = peso de la ejecución actual − peso de la ejecución fijada</translation>
  </message>
  <message>
   <source>no weight differs</source>
   <translation>ningún peso difiere</translation>
  </message>
  <message>
   <source>source {count} paired</source>
   <translation>origen {count} emparejados</translation>
  </message>
  <message>
   <source>target {count} paired</source>
   <translation>destino {count} emparejados</translation>
  </message>
  <message>
   <source>weight of A</source>
   <translation>peso de A</translation>
  </message>
  <message>
   <source>weight of B − A</source>
   <translation>peso de B − A</translation>
  </message>
  <message>
   <source>weight of B − weight of A</source>
   <translation>peso de B − peso de A</translation>
  </message>
  <message>
   <source>{a} against {b}</source>
   <translation>{a} frente a {b}</translation>
  </message>
  <message>
   <source>{count} only in {run}</source>
   <translation>{count} solo en {run}</translation>
  </message>
  <message>
   <source>{row} → {key}: {run} {number}; the other run has no counterpart</source>
   <translation>{row} → {key}: {run} {number}; la otra ejecución no tiene equivalente</translation>
  </message>
 </context>
 <context>
  <name>views/console/process</name>
  <message>
   <source>Interrupting… Restart ends what does not stop.</source>
   <translation>Interrumpiendo… Reiniciar termina lo que no se detiene.</translation>
  </message>
  <message>
   <source>Python has ended, and its variables are gone: {reason}. The next line starts it again.</source>
   <translation>Python ha terminado y sus variables se han perdido: {reason}. La próxima línea vuelve a iniciarlo.</translation>
  </message>
  <message>
   <source>Starting Python…</source>
   <translation>Iniciando Python…</translation>
  </message>
 </context>
 <context>
  <name>views/console/prompt</name>
  <message>
   <source>Enter runs a complete statement, Ctrl+Enter anything; Up and Down go through what was run.</source>
   <translation>Intro ejecuta una instrucción completa; Ctrl+Intro, cualquier cosa; Arriba y Abajo recorren lo ejecutado.</translation>
  </message>
  <message>
   <source>Python</source>
   <translation>Python</translation>
  </message>
 </context>
 <context>
  <name>views/console/transcript</name>
  <message>
   <source> … (the middle of a long line is left out) … </source>
   <translation> … (se omite el centro de una línea larga) … </translation>
  </message>
  <message>
   <source>There are trace, run, model, vocab, engine, torch, np and window: try trace.map("cross", 0, 0). help(window) tells how code drives the window.</source>
   <translation>Tienes trace, run, model, vocab, engine, torch, np y window: prueba trace.map("cross", 0, 0). help(window) dice cómo maneja el código la ventana.</translation>
  </message>
  <message>
   <source>Transcript</source>
   <translation>Transcripción</translation>
  </message>
  <message>
   <source>What was run, and what came of it.</source>
   <translation>Lo que se ejecutó y lo que resultó.</translation>
  </message>
 </context>
 <context>
  <name>views/console/view</name>
  <message>
   <source>Console</source>
   <translation>Consola</translation>
  </message>
  <message>
   <source>Empties the transcript; the variables stay.</source>
   <translation>Vacía la transcripción; las variables se quedan.</translation>
  </message>
  <message>
   <source>Ends Python, with all its variables; the next line starts it again.</source>
   <translation>Termina Python, con todas sus variables; la próxima línea vuelve a iniciarlo.</translation>
  </message>
  <message>
   <source>Interrupt</source>
   <translation>Interrumpir</translation>
  </message>
  <message>
   <source>Python was restarted: its variables are gone.</source>
   <translation>Python se ha reiniciado: sus variables se han perdido.</translation>
  </message>
  <message>
   <source>Python with the record of this run as trace; window.look(…) and window.run(…) drive the window.</source>
   <translation>Python con el registro de esta ejecución como trace; window.look(…) y window.run(…) manejan la ventana.</translation>
  </message>
  <message>
   <source>Restart</source>
   <translation>Reiniciar</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Ejecutar</translation>
  </message>
  <message>
   <source>Running…</source>
   <translation>Ejecutando…</translation>
  </message>
  <message>
   <source>Runs what is typed (Ctrl+Enter).</source>
   <translation>Ejecuta lo escrito (Ctrl+Intro).</translation>
  </message>
  <message>
   <source>Stops what is running and keeps the variables (Ctrl+C).</source>
   <translation>Detiene lo que se ejecuta y conserva las variables (Ctrl+C).</translation>
  </message>
  <message>
   <source>target has to have a line for each line of source</source>
   <translation>target debe tener una línea por cada línea de source</translation>
  </message>
  <message>
   <source>this run has no {name} {value} in its {kind} attention (counted from 0)</source>
   <translation>esta ejecución no tiene {name} {value} en su atención {kind} (se cuenta desde 0)</translation>
  </message>
  <message>
   <source>trace: “{source}”</source>
   <translation>trace: “{source}”</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/cache_grid</name>
  <message>
   <source>Cache of the cross-attention</source>
   <translation>Caché de la atención cruzada</translation>
  </message>
  <message>
   <source>Cache of the decoder's self-attention</source>
   <translation>Caché de la autoatención del decodificador</translation>
  </message>
  <message>
   <source>Each cell is the key and the value of one token in one layer.</source>
   <translation>Cada celda es la clave y el valor de un token en una capa.</translation>
  </message>
  <message>
   <source>Each cell is the key and the value of one token in one layer; Shift+arrow keys move to another step.</source>
   <translation>Cada celda es la clave y el valor de un token en una capa; Mayús+flechas pasan a otro paso.</translation>
  </message>
  <message>
   <source>computed at step {step}, reused from the cache now</source>
   <translation>calculados en el paso {step}, ahora leídos de la caché</translation>
  </message>
  <message>
   <source>computed at this step</source>
   <translation>calculados en este paso</translation>
  </message>
  <message>
   <source>key–value pair</source>
   <translation>par clave-valor</translation>
  </message>
  <message>
   <source>key–value pairs</source>
   <translation>pares clave-valor</translation>
  </message>
  <message>
   <source>layer {layer}, “{token}”: key and value ({keys} and {values} numbers) {state}</source>
   <translation>capa {layer}, “{token}”: clave y valor ({keys} y {values} números) {state}</translation>
  </message>
  <message>
   <source>not written yet</source>
   <translation>aún sin escribir</translation>
  </message>
  <message>
   <source>{pairs} computed now, {old:,} reused</source>
   <translation>ahora se calcula: {pairs}; se reutilizan: {old:,}</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/cache_panel</name>
  <message>
   <source>All {steps} steps take {cached} with the cache and {bare} without it, {times:.1f} times as many.</source>
   <translation>Los {steps} pasos: {cached} con la caché y {bare} sin ella, {times:.1f} veces esa cantidad.</translation>
  </message>
  <message>
   <source>Cross-attention, the source: {summary}.</source>
   <translation>Atención cruzada, el origen: {summary}.</translation>
  </message>
  <message>
   <source>L·D·A·(3r + s) + L·r·(t + S)·A + {linear}·L·r·D·F + D·V with L = {layers} layers, D = {width}, A = {keys} + {values} numbers in a key and a value of all heads, F = {hidden}, V = {vocabulary:,}, S = {source} source tokens, t = {step} tokens read; with the cache r = 1 row and s = {rows} source rows are computed, without it r = {step} and s = {source}.</source>
   <translation>L·D·A·(3r + s) + L·r·(t + S)·A + {linear}·L·r·D·F + D·V con L = {layers} capas, D = {width}, A = {keys} + {values} números en una clave y un valor de todas las cabezas, F = {hidden}, V = {vocabulary:,}, S = {source} tokens del origen, t = {step} tokens leídos; con la caché se calculan r = 1 fila y s = {rows} filas del origen; sin ella, r = {step} y s = {source}.</translation>
  </message>
  <message>
   <source>Multiplications in this step's matrix products, by part.</source>
   <translation>Multiplicaciones en los productos de matrices de este paso, por parte.</translation>
  </message>
  <message>
   <source>Multiplications of this step with and without the cache</source>
   <translation>Multiplicaciones de este paso con la caché y sin ella</translation>
  </message>
  <message>
   <source>No proof: the log-probabilities of all steps would take too much memory to compare them with a pass.</source>
   <translation>Sin prueba: las probabilidades logarítmicas de todos los pasos ocuparían demasiada memoria para compararlas con una pasada.</translation>
  </message>
  <message>
   <source>No proof: the log-probabilities of step {step} with the cache and from one full pass without it differ by {apart}, over all steps by {most}. That is more than rounding usually makes.</source>
   <translation>Ninguna prueba: las probabilidades logarítmicas del paso {step} con la caché y de una pasada completa sin ella difieren en {apart}; en todos los pasos, en {most}. Es más de lo que suele causar el redondeo.</translation>
  </message>
  <message>
   <source>Proof: the log-probabilities of step {step} with the cache and from one full pass without it differ by at most {apart:.1e}; over all steps by {most:.1e}. That is rounding: both give the same.</source>
   <translation>Prueba: las probabilidades logarítmicas del paso {step} con la caché y las de una pasada completa sin ella difieren en {apart:.1e} como mucho; en todos los pasos, en {most:.1e}. Es redondeo: ambas dan lo mismo.</translation>
  </message>
  <message>
   <source>Runs the same text again, row by row with the cache, and compares each row with a pass without it.</source>
   <translation>Ejecuta otra vez el mismo texto, fila a fila con la caché, y compara cada fila con una pasada sin ella.</translation>
  </message>
  <message>
   <source>Self-attention, what was written so far: {summary}.</source>
   <translation>Autoatención, lo escrito hasta ahora: {summary}.</translation>
  </message>
  <message>
   <source>Step {step} takes {cached} multiplications with the cache and {bare} without it, {times}.</source>
   <translation>Multiplicaciones del paso {step}: {cached} con la caché y {bare} sin ella, {times}.</translation>
  </message>
  <message>
   <source>The target was given: it was read in one pass, all rows at once, without a cache.</source>
   <translation>El destino estaba dado: se leyó en una pasada completa, todas las filas a la vez, sin caché.</translation>
  </message>
  <message>
   <source>This model’s mask may let weight through: every row may change with every token. Each step computes all rows again, and nothing that was written is read from a cache.</source>
   <translation>La máscara de este modelo puede dejar pasar peso: cada fila puede cambiar con cada token. Cada paso vuelve a calcular todas las filas, y nada de lo escrito se lee de una caché.</translation>
  </message>
  <message>
   <source>While you type, several rows are guessed and computed together: nothing has been read from a cache yet.</source>
   <translation>Mientras escribes, varias filas se suponen y se calculan juntas: aún no se ha leído nada de una caché.</translation>
  </message>
  <message>
   <source>With these masks step {step} with the cache and one full pass differ by {apart}, over all steps by {most}, in log-probability: in the full pass rows read tokens that a step cannot know yet.</source>
   <translation>Con estas máscaras, el paso {step} con la caché y una pasada completa difieren en {apart}, en todos los pasos en {most}, en probabilidad logarítmica: en la pasada completa las filas leen tokens que un paso aún no puede conocer.</translation>
  </message>
  <message>
   <source>Write it row by row</source>
   <translation>Escribirlo fila a fila</translation>
  </message>
  <message>
   <source>as many: the cache is still empty</source>
   <translation>las mismas: la caché aún está vacía</translation>
  </message>
  <message>
   <source>projections q, k, v, o</source>
   <translation>proyecciones q, k, v, o</translation>
  </message>
  <message>
   <source>weights × v</source>
   <translation>pesos × v</translation>
  </message>
  <message>
   <source>with the cache</source>
   <translation>con la caché</translation>
  </message>
  <message>
   <source>{number:.2f} billion</source>
   <translation>{number:.2f} mil millones</translation>
  </message>
  <message>
   <source>{number:.2f} million</source>
   <translation>{number:.2f} millones</translation>
  </message>
  <message>
   <source>{part} {how}: {count:,} multiplications</source>
   <translation>{part} {how}: {count:,} multiplicaciones</translation>
  </message>
  <message>
   <source>{times:.1f} times as many</source>
   <translation>{times:.1f} veces esa cantidad</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/candidate_table</name>
  <message>
   <source>Candidates of the step: logit, scaled, filtered, probability</source>
   <translation>Candidatos del paso: logit, escalado, filtrado, probabilidad</translation>
  </message>
  <message>
   <source>Click to continue from “{token}” instead; both continuations are kept.</source>
   <translation>Un clic sigue desde “{token}” en su lugar; ambas continuaciones se conservan.</translation>
  </message>
  <message>
   <source>Up and down select a candidate, Enter continues from it.</source>
   <translation>Arriba y abajo eligen un candidato, Intro sigue desde él.</translation>
  </message>
  <message>
   <source>all other tokens</source>
   <translation>todos los demás tokens</translation>
  </message>
  <message>
   <source>cut by {filter}: cannot be sampled</source>
   <translation>descartado por {filter}: no se puede extraer</translation>
  </message>
  <message>
   <source>cut: {filter}</source>
   <translation>fuera: {filter}</translation>
  </message>
  <message>
   <source>logit {logit}, ÷ temperature {scaled}</source>
   <translation>logit {logit}, ÷ temperatura {scaled}</translation>
  </message>
  <message>
   <source>never written</source>
   <translation>nunca se escribe</translation>
  </message>
  <message>
   <source>p {number}</source>
   <translation>probabilidad {number}</translation>
  </message>
  <message>
   <source>probability in the model {number}</source>
   <translation>probabilidad en el modelo {number}</translation>
  </message>
  <message>
   <source>stays</source>
   <translation>queda</translation>
  </message>
  <message>
   <source>“{token}” was written at this step.</source>
   <translation>En este paso se escribió “{token}”.</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/chances</name>
  <message>
   <source>A tick marks the probability at T 1, before the filters.</source>
   <translation>Una marca indica la probabilidad con T 1, antes de los filtros.</translation>
  </message>
  <message>
   <source>Of {tokens:,} tokens {filters} keeps all {count} listed here, p {share}, and perhaps others.</source>
   <translation>De {tokens:,} tokens, {filters} conserva los {count} de esta lista, p {share}, y quizá otros.</translation>
  </message>
  <message>
   <source>Of {tokens:,} tokens {filters} keeps {count}, p {share}, and cuts the others, p {gone}.</source>
   <translation>De {tokens:,} tokens, {filters} conserva {count}, p {share}, y descarta los demás, p {gone}.</translation>
  </message>
  <message>
   <source>The numbers here are those of the finished text, where rows read later tokens.</source>
   <translation>Los números de aquí son los del texto terminado, donde las filas leen tokens posteriores.</translation>
  </message>
  <message>
   <source>no filter</source>
   <translation>sin filtro</translation>
  </message>
  <message>
   <source>prob.</source>
   <comment>probability</comment>
   <translation>probabilidad</translation>
  </message>
  <message>
   <source>{word} had the largest logit of all that may be written at its own step.</source>
   <translation>{word} tenía el mayor logit de los que se pueden escribir en su propio paso.</translation>
  </message>
  <message>
   <source>{word} has the largest logit of all that may be written, and greedy decoding takes it.</source>
   <translation>{word} tiene el mayor logit de los que se pueden escribir, y la decodificación voraz toma ese.</translation>
  </message>
  <message>
   <source>{word} has the largest logit, and greedy decoding always takes the largest.</source>
   <translation>{word} tiene el mayor logit, y la decodificación voraz toma siempre ese.</translation>
  </message>
  <message>
   <source>{word} is on the text with the best score; it need not be the most probable token.</source>
   <translation>{word} está en el texto con la mejor puntuación; no tiene por qué ser el token más probable.</translation>
  </message>
  <message>
   <source>{word} was given, not chosen; the bars show how probable the model finds it.</source>
   <translation>{word} estaba dado, no elegido; las barras muestran cómo de probable lo ve el modelo.</translation>
  </message>
  <message>
   <source>{word} was sampled with seed {seed}.</source>
   <translation>{word} se extrajo con la semilla {seed}.</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/decoding_form</name>
  <message>
   <source>Always takes the most probable token.</source>
   <translation>Toma siempre el token más probable.</translation>
  </message>
  <message>
   <source>Beam</source>
   <translation>Haz</translation>
  </message>
  <message>
   <source>Each token is sampled from its probability; the same seed gives the same text.</source>
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
   <source>Length penalty</source>
   <translation>Penalización de longitud</translation>
  </message>
  <message>
   <source>Length penalty: score = log-probability ÷ lengthᵅ. 0 favours short texts.</source>
   <translation>Penalización de longitud: puntuación = probabilidad logarítmica ÷ longitudᵅ. 0 favorece los textos cortos.</translation>
  </message>
  <message>
   <source>Only the k most probable tokens can be sampled; 0 = all.</source>
   <translation>Solo se pueden extraer los k tokens más probables; 0 = todos.</translation>
  </message>
  <message>
   <source>Only the most probable tokens that together reach p can be sampled; 1 = all.</source>
   <translation>Solo se pueden extraer los tokens más probables que juntos llegan a p; 1 = todos.</translation>
  </message>
  <message>
   <source>Sample again</source>
   <translation>Muestrear de nuevo</translation>
  </message>
  <message>
   <source>Samples another text with the next seed.</source>
   <translation>Muestrea otro texto con la semilla siguiente.</translation>
  </message>
  <message>
   <source>Samples each token from its probability; the same seed gives the same text.</source>
   <translation>Extrae cada token según su probabilidad; la misma semilla da el mismo texto.</translation>
  </message>
  <message>
   <source>Sampling</source>
   <translation>Muestreo</translation>
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
   <source>Temperature: drag and watch the probabilities. Left sharpens, right flattens.</source>
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
   <source>The random seed.</source>
   <translation>La semilla aleatoria.</translation>
  </message>
  <message>
   <source>The search ends as soon as one text has ended for each beam (Hugging Face: early_stopping=True), though another text could still win. Otherwise it continues until none can.</source>
   <translation>La búsqueda termina en cuanto ha acabado un texto por cada haz (Hugging Face: early_stopping=True), aunque otro texto todavía pudiera ganar. Si no, sigue hasta que ninguno pueda.</translation>
  </message>
  <message>
   <source>all</source>
   <translation>todos</translation>
  </message>
  <message>
   <source>beams</source>
   <translation>haces</translation>
  </message>
  <message>
   <source>seed</source>
   <translation>semilla</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/end_panel</name>
  <message>
   <source>All {number} tokens were given, without {token}: {probability} there.</source>
   <translation>Los {number} tokens venían dados, sin {token}: {probability} allí.</translation>
  </message>
  <message>
   <source>Click to go there.</source>
   <translation>Un clic va allí.</translation>
  </message>
  <message>
   <source>It ended at step {step} with {token}{probability}: it scores best of all kept texts.</source>
   <translation>Terminó en el paso {step} con {token}{probability}: de todos los textos conservados tiene la mejor puntuación.</translation>
  </message>
  <message>
   <source>It ended at step {step}: {token} was sampled{probability}.</source>
   <translation>Terminó en el paso {step}: salió {token} en el muestreo{probability}.</translation>
  </message>
  <message>
   <source>It ended at step {step}: {token} was the most probable choice{probability}.</source>
   <translation>Terminó en el paso {step}: {token} era la opción más probable{probability}.</translation>
  </message>
  <message>
   <source>It has repeated “{tokens}” since step {step}</source>
   <translation>Repite “{tokens}” desde el paso {step}</translation>
  </message>
  <message>
   <source>It stopped at the limit of {number} tokens, without {token}: {probability} there.</source>
   <translation>Se detuvo en el límite de {number} tokens, sin {token}: {probability} allí.</translation>
  </message>
  <message>
   <source>Its end was given: the model gives {token} a probability of {probability} there.</source>
   <translation>Su final estaba dado: el modelo da allí a {token} una probabilidad de {probability}.</translation>
  </message>
  <message>
   <source>bits</source>
   <translation>bits</translation>
  </message>
  <message>
   <source>entropy of the next token</source>
   <translation>entropía del token siguiente</translation>
  </message>
  <message>
   <source>p(end of sentence)</source>
   <translation>p(fin de frase)</translation>
  </message>
  <message>
   <source>repeats since step {step}</source>
   <translation>se repite desde el paso {step}</translation>
  </message>
  <message>
   <source>step {step}:</source>
   <translation>paso {step}:</translation>
  </message>
  <message>
   <source>{numbers} at step {step}: {number}</source>
   <translation>{numbers} en el paso {step}: {number}</translation>
  </message>
  <message>
   <source>{numbers}, logarithmic</source>
   <translation>{numbers}, logarítmica</translation>
  </message>
  <message>
   <source>{numbers}; Shift+arrow keys move to another step.</source>
   <translation>{numbers}; Mayús+flechas pasan a otro paso.</translation>
  </message>
  <message>
   <source>{repeats}: from the first round to the last, its mean p rises from {before} to {after}.</source>
   <translation>{repeats}: de la primera vuelta a la última, su p media sube de {before} a {after}.</translation>
  </message>
  <message>
   <source>“{token}” is written</source>
   <translation>se escribe “{token}”</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/tree_layout</name>
  <message>
   <source>Click to continue from {word} instead; both continuations are kept.</source>
   <translation>Un clic sigue desde {word} en su lugar; ambas continuaciones se conservan.</translation>
  </message>
  <message>
   <source>Click to make {text} the main text up to {word}; both are kept.</source>
   <translation>Un clic hace de {text} el texto principal hasta {word}; ambos se conservan.</translation>
  </message>
  <message>
   <source>a candidate that was not taken</source>
   <translation>un candidato que no se tomó</translation>
  </message>
  <message>
   <source>ended</source>
   <comment>a text</comment>
   <translation>terminado</translation>
  </message>
  <message>
   <source>kept by beam search, but another text won</source>
   <translation>conservado por la búsqueda en haz, pero ganó otro texto</translation>
  </message>
  <message>
   <source>log p {own}, of the whole text {whole}, score {score}</source>
   <translation>log p {own}, de todo el texto {whole}, puntuación {score}</translation>
  </message>
  <message>
   <source>on the main path</source>
   <translation>en el camino principal</translation>
  </message>
  <message>
   <source>on {text}</source>
   <translation>en {text}</translation>
  </message>
  <message>
   <source>pruned by beam search: other texts of this step scored better</source>
   <translation>podado por la búsqueda en haz: otros textos de este paso puntuaron mejor</translation>
  </message>
  <message>
   <source>step {step}: {word}, {chance} after everything before it</source>
   <translation>paso {step}: {word}, {chance} tras todo lo anterior</translation>
  </message>
  <message>
   <source>{word}: read first, not written by any step</source>
   <translation>{word}: se lee primero, no lo escribió ningún paso</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/tree_painting</name>
  <message>
   <source>+{count} more</source>
   <translation>+{count} más</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/tree_widget</name>
  <message>
   <source>Click to remove {name}; Ctrl+Z brings it back.</source>
   <translation>Un clic quita {name}; Ctrl+Z lo recupera.</translation>
  </message>
  <message>
   <source>Remove {name}</source>
   <translation>Quitar {name}</translation>
  </message>
  <message>
   <source>Thickness is probability. Arrow keys walk the tree, Enter continues from a token, Delete removes a branch; wheel or + and - to zoom, drag to pan, 0 to show all.</source>
   <translation>El grosor es la probabilidad. Las flechas recorren el árbol, Intro sigue desde un token, Supr quita una rama; la rueda o + y - amplían, arrastrar mueve, 0 vuelve a mostrar todo.</translation>
  </message>
  <message>
   <source>Tree of continuations</source>
   <translation>Árbol de continuaciones</translation>
  </message>
 </context>
 <context>
  <name>views/decoding/view</name>
  <message>
   <source>At each step the end of sentence competes with all other tokens; the text ends when it is chosen.</source>
   <translation>En cada paso el fin de frase compite con todos los demás tokens; el texto acaba cuando se elige.</translation>
  </message>
  <message>
   <source>Cache</source>
   <translation>Caché</translation>
  </message>
  <message>
   <source>Compare with {name}</source>
   <translation>Comparar con {name}</translation>
  </message>
  <message>
   <source>Compare…</source>
   <translation>Comparar…</translation>
  </message>
  <message>
   <source>Each step: logits, divided by the temperature and filtered by top-k and top-p, become probabilities.</source>
   <translation>Cada paso: los logits, divididos por la temperatura y filtrados por top-k y top-p, se vuelven probabilidades.</translation>
  </message>
  <message>
   <source>From logits to probabilities, with the settings of sampling and beam search.</source>
   <translation>De logits a probabilidades, con los ajustes del muestreo y la búsqueda en haz.</translation>
  </message>
  <message>
   <source>Keys and values can be kept only where the mask hides later tokens for certain: this model’s may not.</source>
   <translation>Las claves y los valores solo pueden guardarse si la máscara oculta con certeza los tokens posteriores: la de este modelo puede no hacerlo.</translation>
  </message>
  <message>
   <source>Keys and values of earlier tokens never change, so each step computes only those of its own token.</source>
   <translation>Las claves y valores de tokens anteriores no cambian nunca, así que cada paso calcula solo los de su propio token.</translation>
  </message>
  <message>
   <source>Make {name} the main text</source>
   <translation>Hacer de {name} el texto principal</translation>
  </message>
  <message>
   <source>Opens Compare: this text beside another continuation, sentence, model or edit.</source>
   <translation>Abre Comparar: este texto junto a otra continuación, frase, modelo o cambio.</translation>
  </message>
  <message>
   <source>Part of this view</source>
   <translation>Parte de esta vista</translation>
  </message>
  <message>
   <source>Probabilities</source>
   <translation>Probabilidades</translation>
  </message>
  <message>
   <source>Saved continuations beside the main text</source>
   <translation>Continuaciones que se conservan junto al texto principal</translation>
  </message>
  <message>
   <source>Start and padding are never written: there is nothing to continue from.</source>
   <translation>El inicio y el relleno no se escriben nunca: no hay nada desde donde seguir.</translation>
  </message>
  <message>
   <source>The decoder has not written anything yet: its steps appear here as soon as it has.</source>
   <translation>El decodificador aún no ha escrito nada: sus pasos aparecen aquí en cuanto lo haga.</translation>
  </message>
  <message>
   <source>The probability of the end at each step: why the text stopped.</source>
   <translation>La probabilidad del final en cada paso: por qué acabó el texto.</translation>
  </message>
  <message>
   <source>The steps of decoding appear here as soon as there is a sentence.</source>
   <translation>Los pasos de la decodificación aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>The text that was written, and what was not taken at each step.</source>
   <translation>El texto escrito y lo que se dejó pasar en cada paso.</translation>
  </message>
  <message>
   <source>The text that was written, what was not taken at each step, and why it stopped.</source>
   <translation>El texto escrito, lo que se dejó pasar en cada paso y por qué acabó.</translation>
  </message>
  <message>
   <source>Thickness is probability. Click any token to continue from it instead: both continuations are kept.</source>
   <translation>El grosor es la probabilidad. Un clic en cualquier token sigue desde él: ambas continuaciones se conservan.</translation>
  </message>
  <message>
   <source>Tree</source>
   <translation>Árbol</translation>
  </message>
  <message>
   <source>Under each token: its probability and the text's score, log-probability ÷ lengthᵅ. Paler texts were pruned.</source>
   <translation>Bajo cada token: su probabilidad y la puntuación del texto, probabilidad logarítmica ÷ longitudᵅ. Los textos más pálidos se podaron.</translation>
  </message>
  <message>
   <source>Which keys and values are computed at this step and which are reused.</source>
   <translation>Qué claves y valores se calculan en este paso y cuáles se reutilizan.</translation>
  </message>
  <message>
   <source>from logits to probabilities</source>
   <translation>de logits a probabilidades</translation>
  </message>
  <message>
   <source>other text</source>
   <translation>texto más</translation>
  </message>
  <message>
   <source>other texts</source>
   <translation>textos más</translation>
  </message>
  <message>
   <source>the kept texts</source>
   <translation>los textos conservados</translation>
  </message>
  <message>
   <source>the path and what was not taken</source>
   <translation>el camino y lo que se dejó pasar</translation>
  </message>
  <message>
   <source>what is computed, what is reused</source>
   <translation>qué se calcula, qué se reutiliza</translation>
  </message>
  <message>
   <source>what the model could have written: no probabilities or other candidates</source>
   <translation>lo que el modelo habría podido escribir: ni probabilidades ni otros candidatos</translation>
  </message>
  <message>
   <source>why it stopped</source>
   <translation>por qué acabó</translation>
  </message>
 </context>
 <context>
  <name>views/heads/content</name>
  <message>
   <source>feed-forwards</source>
   <translation>redes densas</translation>
  </message>
  <message>
   <source>source word</source>
   <translation>palabra del origen</translation>
  </message>
  <message>
   <source>source words</source>
   <translation>palabras del origen</translation>
  </message>
  <message>
   <source>step {step}, “{token}”</source>
   <translation>paso {step}, “{token}”</translation>
  </message>
  <message>
   <source>the whole text</source>
   <translation>todo el texto</translation>
  </message>
 </context>
 <context>
  <name>views/heads/export</name>
  <message>
   <source>change in log-probability when each feed-forward alone is switched off</source>
   <translation>cambio de la probabilidad logarítmica al apagar sola cada red densa</translation>
  </message>
  <message>
   <source>change in log-probability when each head alone is switched off</source>
   <translation>cambio de la probabilidad logarítmica al apagar sola cada cabeza</translation>
  </message>
  <message>
   <source>change in log-probability when each source word alone is switched off</source>
   <translation>cambio de la probabilidad logarítmica al ocultar cada palabra del origen por sí sola</translation>
  </message>
 </context>
 <context>
  <name>views/heads/matrix</name>
  <message>
   <source>Click to see all rows.</source>
   <translation>Un clic muestra todas las filas.</translation>
  </message>
  <message>
   <source>Click to see the text without it; press Enter or double-click to open a head, M to keep it switched off.</source>
   <translation>Un clic muestra el texto sin ella; Intro o un doble clic abre una cabeza, M la deja apagada.</translation>
  </message>
  <message>
   <source>Click to sort by the whole text.</source>
   <translation>Un clic ordena por todo el texto.</translation>
  </message>
  <message>
   <source>Click to sort by this token.</source>
   <translation>Un clic ordena por este token.</translation>
  </message>
  <message>
   <source>What each part does to each token</source>
   <translation>Qué hace cada parte con cada token</translation>
  </message>
  <message>
   <source>whole text</source>
   <translation>todo el texto</translation>
  </message>
 </context>
 <context>
  <name>views/heads/matrix_picture</name>
  <message>
   <source>gains {limit} or more</source>
   <translation>gana {limit} o más</translation>
  </message>
  <message>
   <source>loses {limit} or more</source>
   <translation>pierde {limit} o más</translation>
  </message>
  <message>
   <source>read with</source>
   <translation>leído con</translation>
  </message>
  <message>
   <source>whole text: {limit} or more</source>
   <translation>todo el texto: {limit} o más</translation>
  </message>
 </context>
 <context>
  <name>views/heads/switchboard</name>
  <message>
   <source>Click or press Space: {act}. With Shift: the whole layer.</source>
   <translation>Un clic o la barra espaciadora: {act}. Con Mayús: toda la capa.</translation>
  </message>
  <message>
   <source>Rows are layers. Click or press Space to switch a head off or on, with Shift its whole layer.</source>
   <translation>Las filas son capas. Un clic o la barra espaciadora apaga o enciende una cabeza; con Mayús, toda su capa.</translation>
  </message>
  <message>
   <source>Switchboard of all heads</source>
   <translation>Tablero de interruptores de todas las cabezas</translation>
  </message>
  <message>
   <source>Switches of the heads of {attention}: rows are layers</source>
   <translation>Interruptores de las cabezas, {attention}: las filas son capas</translation>
  </message>
  <message>
   <source>{head}: click to {act}, Shift+click for {layer}.</source>
   <translation>{head}: un clic para {act}, Mayús+clic para {layer}.</translation>
  </message>
 </context>
 <context>
  <name>views/heads/switches</name>
  <message>
   <source>Click or press Space to switch it off.</source>
   <translation>Un clic o la barra espaciadora la apaga.</translation>
  </message>
  <message>
   <source>Click or press Space to switch it on.</source>
   <translation>Un clic o la barra espaciadora la enciende.</translation>
  </message>
  <message>
   <source>Click to make a head read {instead}, Shift+click for its layer.</source>
   <translation>Un clic hace que una cabeza lea {instead}; Mayús+clic, toda su capa.</translation>
  </message>
  <message>
   <source>Click to switch a head off or on, Shift+click for its layer.</source>
   <translation>Un clic apaga o enciende una cabeza; Mayús+clic, su capa.</translation>
  </message>
  <message>
   <source>Switches of the feed-forwards of the {stack}</source>
   <translation>Interruptores de las redes densas del {stack}</translation>
  </message>
  <message>
   <source>The average needs a survey of this model.</source>
   <translation>La media necesita un estudio de este modelo.</translation>
  </message>
  <message>
   <source>The feed-forward of each layer. Click or press Space to switch it off or on.</source>
   <translation>La red densa de cada capa. Un clic o la barra espaciadora la apaga o la enciende.</translation>
  </message>
  <message>
   <source>all heads of {attention} layer {layer}</source>
   <translation>todas las cabezas, {attention}, capa {layer}</translation>
  </message>
  <message>
   <source>feed-forward of {stack} layer {layer}</source>
   <translation>red densa del {stack}, capa {layer}</translation>
  </message>
  <message>
   <source>make it read {instead}</source>
   <translation>hacer que lea {instead}</translation>
  </message>
  <message>
   <source>reads {instead}</source>
   <translation>lee {instead}</translation>
  </message>
  <message>
   <source>restore it</source>
   <translation>restaurarla</translation>
  </message>
  <message>
   <source>switch it off</source>
   <translation>apagarla</translation>
  </message>
  <message>
   <source>switch it on</source>
   <translation>encenderla</translation>
  </message>
  <message>
   <source>switched off</source>
   <translation>apagada</translation>
  </message>
 </context>
 <context>
  <name>views/heads/texts</name>
  <message>
   <source>The text as it is, and without the selected part</source>
   <translation>El texto tal como es, y sin la parte elegida</translation>
  </message>
  <message>
   <source>no longer among the candidates</source>
   <translation>ahora no está entre los candidatos</translation>
  </message>
  <message>
   <source>step {step}: log p({token})</source>
   <translation>paso {step}: log p({token})</translation>
  </message>
  <message>
   <source>text: log p</source>
   <translation>texto: log p</translation>
  </message>
  <message>
   <source>texts diverge at step {step}</source>
   <translation>los textos se separan en el paso {step}</translation>
  </message>
  <message>
   <source>with the edits</source>
   <translation>con los cambios</translation>
  </message>
  <message>
   <source>{name}, from step 1: {text}</source>
   <translation>{name}, desde el paso 1: {text}</translation>
  </message>
  <message>
   <source>{without}, too</source>
   <translation>{without}, además</translation>
  </message>
 </context>
 <context>
  <name>views/heads/view</name>
  <message>
   <source>All rows</source>
   <translation>Todas las filas</translation>
  </message>
  <message>
   <source>Also shows rows with little effect.</source>
   <translation>Muestra también las filas con poco efecto.</translation>
  </message>
  <message>
   <source>Beside it</source>
   <translation>Junto a ella</translation>
  </message>
  <message>
   <source>How rows are sorted: by place, by effect, losses first and gains last, or by a measure of the head.</source>
   <translation>Cómo se ordenan las filas: por lugar, por efecto, primero pérdidas y al final ganancias, o por una medida de la cabeza.</translation>
  </message>
  <message>
   <source>Instead</source>
   <translation>En su lugar</translation>
  </message>
  <message>
   <source>Nothing stands beside it: “Beside it” is the same replacement as “Instead”; choose another one.</source>
   <translation>No hay nada al lado: “Junto a ella” es la misma sustitución que “En su lugar”; elige otra.</translation>
  </message>
  <message>
   <source>Open a survey of this model to replace heads with their averages (File ▸ Open a survey…).</source>
   <translation>Abre un estudio de este modelo para sustituir cabezas por su media (Archivo ▸ Abrir un estudio…).</translation>
  </message>
  <message>
   <source>Rows are parts, columns are tokens. Arrow keys move, Enter opens a head.</source>
   <translation>Las filas son partes, las columnas son tokens. Muévete con las flechas; Intro abre una cabeza.</translation>
  </message>
  <message>
   <source>Shown in the right half of each cell, on the same scale. A second replacement: where both agree, the result does not depend on how the head was removed. The selected head off, too: what each head does then, since heads stand in for each other.</source>
   <translation>En la mitad derecha de cada celda, en la misma escala. Un segundo sustituto: donde ambos coinciden, el resultado no depende de cómo se quitó la cabeza. La cabeza elegida, también apagada: qué hace entonces cada cabeza, pues unas cabezas suplen a otras.</translation>
  </message>
  <message>
   <source>Shows all heads beside the matrix; click one to switch it off.</source>
   <translation>Muestra todas las cabezas junto a la matriz; un clic apaga una.</translation>
  </message>
  <message>
   <source>Sort by</source>
   <translation>Ordenar por</translation>
  </message>
  <message>
   <source>Switches</source>
   <translation>Interruptores</translation>
  </message>
  <message>
   <source>What each head does to this text: the change in log-probability when it alone is switched off.</source>
   <translation>Qué hace cada cabeza con este texto: el cambio de la probabilidad logarítmica cuando se apaga ella sola.</translation>
  </message>
  <message>
   <source>What is switched off: heads, whole feed-forwards, or source words hidden from every attention; or the contribution of each source word according to the gradient.</source>
   <translation>Qué se apaga: cabezas, redes densas enteras, o palabras del origen ocultas a toda atención; o la contribución de cada palabra del origen según el gradiente.</translation>
  </message>
  <message>
   <source>What replaces a head's own output. Zero alone can mislead: compare with another replacement.</source>
   <translation>Qué sustituye a la salida propia de una cabeza. El cero por sí solo puede engañar: compara con otra sustitución.</translation>
  </message>
  <message>
   <source>gradient × input</source>
   <translation>gradiente × entrada</translation>
  </message>
  <message>
   <source>integrated gradients</source>
   <translation>gradientes integrados</translation>
  </message>
  <message>
   <source>nothing else</source>
   <translation>nada más</translation>
  </message>
  <message>
   <source>the selected head off, too</source>
   <translation>la cabeza elegida, también apagada</translation>
  </message>
 </context>
 <context>
  <name>views/heads/words</name>
  <message>
   <source> or </source>
   <translation> o </translation>
  </message>
  <message>
   <source>A gradient, not an experiment: nothing was switched off.</source>
   <translation>Un gradiente, no un experimento: no se apagó nada.</translation>
  </message>
  <message>
   <source>Colour: {meaning}.</source>
   <translation>Color: {meaning}.</translation>
  </message>
  <message>
   <source>Compared with the cost of hiding them: {agreement} ({correlation}).</source>
   <translation>Comparadas con lo que cuesta ocultarlas: {agreement} ({correlation}).</translation>
  </message>
  <message>
   <source>Each head replaced alone, by {instead}: this does not show what other parts do instead, nor its effect in another text.</source>
   <translation>Cabezas sustituidas una a una, por {instead}: no se ve lo que otras partes hacen en su lugar ni lo que hacen en otro texto.</translation>
  </message>
  <message>
   <source>Each switched off alone: this does not show what other parts do instead, nor its effect in another text.</source>
   <translation>Apagadas una a una: no se ve lo que otras hacen en su lugar ni lo que hacen en otro texto.</translation>
  </message>
  <message>
   <source>Feed-forwards</source>
   <translation>Redes densas</translation>
  </message>
  <message>
   <source>Left in each cell: alone; right: with {head} off, too.</source>
   <translation>En cada celda, a la izquierda: sola; a la derecha: con {head} también apagada.</translation>
  </message>
  <message>
   <source>Left in each cell: {left}, right: {right}.</source>
   <translation>A la izquierda de cada celda: {left}; a la derecha: {right}.</translation>
  </message>
  <message>
   <source>Source words</source>
   <translation>Palabras del origen</translation>
  </message>
  <message>
   <source>Summed over the words, this is what vectors of zeros would take away; nothing was switched off.</source>
   <translation>Sumado sobre las palabras, es lo que quitarían vectores de ceros; no se apagó nada.</translation>
  </message>
  <message>
   <source>The attention to source words and {given}: {agreement} (rank correlation {correlation}).</source>
   <translation>La atención a las palabras del origen y {given}: {agreement} (correlación de rangos {correlation}).</translation>
  </message>
  <message>
   <source>What costs more on the right than alone stands in for {head}.</source>
   <translation>Lo que a la derecha cuesta más que sola suple a {head}.</translation>
  </message>
  <message>
   <source>With {head} off, too: {change}</source>
   <translation>Con {head} también apagada: {change}</translation>
  </message>
  <message>
   <source>Without it, the same text is written.</source>
   <translation>Sin ella se escribe el mismo texto.</translation>
  </message>
  <message>
   <source>a loosely similar order</source>
   <translation>un orden vagamente parecido</translation>
  </message>
  <message>
   <source>a similar order</source>
   <translation>un orden parecido</translation>
  </message>
  <message>
   <source>change in log-probability when this feed-forward alone is switched off</source>
   <translation>cambio de la probabilidad logarítmica cuando se apaga solo esta red densa</translation>
  </message>
  <message>
   <source>change in log-probability when this head alone is replaced</source>
   <translation>cambio de la probabilidad logarítmica cuando se sustituye solo esta cabeza</translation>
  </message>
  <message>
   <source>change in log-probability when this head alone is switched off</source>
   <translation>cambio de la probabilidad logarítmica cuando se apaga solo esta cabeza</translation>
  </message>
  <message>
   <source>change in log-probability when this word alone is hidden from every attention</source>
   <translation>cambio de la probabilidad logarítmica cuando solo esta palabra se oculta a toda atención</translation>
  </message>
  <message>
   <source>nearly opposite orders</source>
   <translation>órdenes casi opuestos</translation>
  </message>
  <message>
   <source>nearly the same order</source>
   <translation>casi el mismo orden</translation>
  </message>
  <message>
   <source>off</source>
   <comment>a head</comment>
   <translation>apagada</translation>
  </message>
  <message>
   <source>replaced</source>
   <translation>sustituida</translation>
  </message>
  <message>
   <source>sorted by {column}</source>
   <translation>ordenado por {column}</translation>
  </message>
  <message>
   <source>sorted by {column} until a token is chosen</source>
   <translation>ordenado por {column} hasta que se elija un token</translation>
  </message>
  <message>
   <source>switching it off</source>
   <translation>apagarla</translation>
  </message>
  <message>
   <source>the effect of each on this text</source>
   <translation>el efecto de cada una en este texto</translation>
  </message>
  <message>
   <source>the word's contribution to the log-probability by gradient × input, with the sign reversed</source>
   <translation>lo que la palabra aporta a la probabilidad logarítmica por gradiente × entrada, con el signo contrario</translation>
  </message>
  <message>
   <source>the word's contribution to the log-probability by integrated gradients, with the sign reversed</source>
   <translation>lo que la palabra aporta a la probabilidad logarítmica por gradientes integrados, con el signo contrario</translation>
  </message>
  <message>
   <source>their contribution to {column}</source>
   <translation>lo que aportan ({column})</translation>
  </message>
  <message>
   <source>unrelated orders</source>
   <translation>órdenes sin relación</translation>
  </message>
  <message>
   <source>what hiding them costs {column}</source>
   <translation>lo que cuesta ocultarlas ({column})</translation>
  </message>
  <message>
   <source>with {part} replaced</source>
   <translation>con {part} sustituida</translation>
  </message>
  <message>
   <source>without {part}</source>
   <translation>sin {part}</translation>
  </message>
  <message>
   <source>{count} more</source>
   <translation>{count} más</translation>
  </message>
  <message>
   <source>{count} more with less effect</source>
   <translation>{count} más con menos efecto</translation>
  </message>
  <message>
   <source>{done:,} of {parts} computed</source>
   <translation>{done:,} de {parts} calculadas</translation>
  </message>
  <message>
   <source>{one} and {other} rank the heads in {agreement} for {column} (rank correlation {correlation}).</source>
   <translation>{one} y {other} dan a las cabezas {agreement} para {column} (correlación de rangos {correlation}).</translation>
  </message>
  <message>
   <source>{part} contributes {number} to {column} by {method}</source>
   <translation>{part} aporta {number} ({column}) por {method}</translation>
  </message>
  <message>
   <source>{part}, replaced already</source>
   <translation>{part}, ya sustituida</translation>
  </message>
  <message>
   <source>{part}, switched off already</source>
   <translation>{part}, ya apagada</translation>
  </message>
  <message>
   <source>{replacement} instead: {change}</source>
   <translation>{replacement} en su lugar: {change}</translation>
  </message>
  <message>
   <source>≠ Without it, this is written: {text}</source>
   <translation>≠ Sin ella se escribe esto: {text}</translation>
  </message>
 </context>
 <context>
  <name>views/lens/charts</name>
  <message>
   <source>Probabilities through the stack</source>
   <translation>Probabilidades a lo largo de la pila</translation>
  </message>
  <message>
   <source>Shares of the logit</source>
   <translation>Partes del logit</translation>
  </message>
 </context>
 <context>
  <name>views/lens/content</name>
  <message>
   <source>the decoder read early at each point, and every part's share of the logit of the written token</source>
   <translation>el decodificador leído antes de tiempo en cada lugar, y la parte del logit del token escrito que aporta cada componente</translation>
  </message>
  <message>
   <source>the encoder read early at each point, and every part's share of the logit of its own token</source>
   <translation>el codificador leído antes de tiempo en cada lugar, y la parte del logit de su propio token que aporta cada componente</translation>
  </message>
  <message>
   <source>{count} others</source>
   <translation>{count} más</translation>
  </message>
 </context>
 <context>
  <name>views/lens/path_content</name>
  <message>
   <source>How much of each token flows into each other one, through the residual stream.</source>
   <translation>Cuánto de cada token entra en cada otro, por el flujo residual.</translation>
  </message>
  <message>
   <source>The rest of the run is on its way.</source>
   <translation>El resto de la ejecución está en camino.</translation>
  </message>
  <message>
   <source>There are no paths: {reason}.</source>
   <translation>No hay caminos: {reason}.</translation>
  </message>
  <message>
   <source>What flows into “{row}”, traced back through attention and residual connections: lines from {share} on, as wide as their share. The share of a summand is how much closer it brings the sum (ALTI, Ferrando et al. 2022); feed-forwards do not mix tokens.</source>
   <translation>Qué entra en “{row}”, seguido hacia atrás por atenciones y conexiones residuales: líneas desde {share}, tan anchas como su parte. La parte de un sumando es cuánto acerca la suma (ALTI, Ferrando et al. 2022); las redes densas no mezclan tokens.</translation>
  </message>
  <message>
   <source>contributions into row {number}, {row}</source>
   <translation>contribuciones a la fila {number}, {row}</translation>
  </message>
  <message>
   <source>source embedding</source>
   <translation>embedding del origen</translation>
  </message>
  <message>
   <source>target embedding</source>
   <translation>embedding del destino</translation>
  </message>
  <message>
   <source>{row}: source {source}, target {target}</source>
   <translation>{row}: origen {source}, destino {target}</translation>
  </message>
  <message>
   <source>{share} from “{word}”, mostly by head {number}</source>
   <translation>{share} de “{word}”, sobre todo por la cabeza {number}</translation>
  </message>
  <message>
   <source>{share} stays from the level below</source>
   <translation>{share} queda del nivel inferior</translation>
  </message>
  <message>
   <source>“{word}”, {level}: {share} of {row}</source>
   <translation>“{word}”, {level}: {share} de {row}</translation>
  </message>
 </context>
 <context>
  <name>views/lens/path_map</name>
  <message>
   <source>Click to see what flows into step {step}, “{token}”.</source>
   <translation>Un clic muestra qué entra en el paso {step}, “{token}”.</translation>
  </message>
  <message>
   <source>Each point is a token at a layer: what flows through it. Click a target token.</source>
   <translation>Cada punto es un token en una capa: lo que pasa por él. Un clic elige un token del destino.</translation>
  </message>
  <message>
   <source>Paths into the row of the step</source>
   <translation>Caminos hacia la fila del paso</translation>
  </message>
  <message>
   <source>stays</source>
   <comment>in its token</comment>
   <translation>se queda</translation>
  </message>
 </context>
 <context>
  <name>views/lens/table</name>
  <message>
   <source>The most probable token at each point in the stack</source>
   <translation>El token más probable en cada lugar de la pila</translation>
  </message>
  <message>
   <source>of {count}</source>
   <translation>de {count}</translation>
  </message>
  <message>
   <source>steps {first}–{last}</source>
   <translation>pasos {first}–{last}</translation>
  </message>
  <message>
   <source>tokens {first}–{last}</source>
   <translation>tokens {first}–{last}</translation>
  </message>
 </context>
 <context>
  <name>views/lens/view</name>
  <message>
   <source>Colour</source>
   <translation>Color</translation>
  </message>
  <message>
   <source>Lens</source>
   <translation>Lente</translation>
  </message>
  <message>
   <source>Lens · paths into what is written</source>
   <translation>Lente · caminos hacia lo que se escribe</translation>
  </message>
  <message>
   <source>Lens · what the decoder would write if it stopped here</source>
   <translation>Lente · qué escribiría el decodificador si parase aquí</translation>
  </message>
  <message>
   <source>Lens · what the encoder knows of each source token</source>
   <translation>Lente · qué sabe el codificador de cada token del origen</translation>
  </message>
  <message>
   <source>Lines that carry less are left out.</source>
   <translation>Las líneas por las que pasa menos se omiten.</translation>
  </message>
  <message>
   <source>Paths</source>
   <translation>Caminos</translation>
  </message>
  <message>
   <source>Paths from</source>
   <translation>Caminos desde</translation>
  </message>
  <message>
   <source>Read</source>
   <translation>Leer</translation>
  </message>
  <message>
   <source>Rows are points in the stack, columns are tokens of the text. Arrow keys move.</source>
   <translation>Las filas son lugares de la pila, las columnas tokens del texto. Muévete con las flechas.</translation>
  </message>
  <message>
   <source>Shares</source>
   <translation>Partes</translation>
  </message>
  <message>
   <source>The stack read early, or the paths through the residual stream into the row of the step.</source>
   <translation>La pila leída antes de tiempo, o los caminos del flujo residual hacia la fila del paso.</translation>
  </message>
  <message>
   <source>What the bars add up to: the logit of the written token, or its lead over the best other one.</source>
   <translation>Qué suman las barras: el logit del token escrito, o cuánto supera al mejor de los otros.</translation>
  </message>
  <message>
   <source>What the colour of a cell shows about the token written in the end.</source>
   <translation>Qué muestra el color de una celda sobre el token que se escribe al final.</translation>
  </message>
  <message>
   <source>What the decoder would write if it stopped at each point in its stack.</source>
   <translation>Qué escribiría el decodificador si parase en cada lugar de su pila.</translation>
  </message>
  <message>
   <source>Which stack is read early: the decoder, as what it would write, or the encoder, as the most similar tokens by its last norm and the source embedding table.</source>
   <translation>Qué pila se lee antes de tiempo: el decodificador, como lo que escribiría, o el codificador, como los tokens más parecidos por su última norma y la tabla de embeddings del origen.</translation>
  </message>
  <message>
   <source>against the other</source>
   <translation>frente al otro</translation>
  </message>
  <message>
   <source>of the logit</source>
   <translation>del logit</translation>
  </message>
  <message>
   <source>paths</source>
   <translation>caminos</translation>
  </message>
  <message>
   <source>read early</source>
   <translation>leída antes de tiempo</translation>
  </message>
  <message>
   <source>the decoder</source>
   <translation>el decodificador</translation>
  </message>
  <message>
   <source>the encoder</source>
   <translation>el codificador</translation>
  </message>
 </context>
 <context>
  <name>views/lens/words</name>
  <message>
   <source>Colour: the probability of its own token</source>
   <translation>Color: la probabilidad de su propio token</translation>
  </message>
  <message>
   <source>Colour: the probability of the token written in the end</source>
   <translation>Color: la probabilidad del token que se escribe al final</translation>
  </message>
  <message>
   <source>Colour: the rank of its own token</source>
   <translation>Color: el rango de su propio token</translation>
  </message>
  <message>
   <source>Colour: the rank of the token written in the end</source>
   <translation>Color: el rango del token que se escribe al final</translation>
  </message>
  <message>
   <source>Each cell: the most probable token there.</source>
   <translation>Cada celda: el token más probable ahí.</translation>
  </message>
  <message>
   <source>Each cell: the most similar other token.</source>
   <translation>Cada celda: el otro token más parecido.</translation>
  </message>
  <message>
   <source>Every part's share of the logit</source>
   <translation>La parte del logit que aporta cada componente</translation>
  </message>
  <message>
   <source>Logit of “{own}”: {total}</source>
   <translation>Logit de “{own}”: {total}</translation>
  </message>
  <message>
   <source>Shares of the logit of “{own}”, {total}</source>
   <translation>Partes del logit de “{own}”, {total}</translation>
  </message>
  <message>
   <source>Source tokens {first} to {last} of {count}, around the selected one.</source>
   <translation>Tokens del origen {first} a {last} de {count}, en torno al elegido.</translation>
  </message>
  <message>
   <source>Steps {first} to {last} of {count}, around the selected one.</source>
   <translation>Pasos {first} a {last} de {count}, en torno al elegido.</translation>
  </message>
  <message>
   <source>What favours “{own}” over “{other}”: shares of the difference, which sum to {total}</source>
   <translation>Qué favorece “{own}” frente a “{other}”: partes de la diferencia, que suman {total}</translation>
  </message>
  <message>
   <source>What pushes “{own}” up: shares of its logit, which sum to {total}</source>
   <translation>Qué impulsa “{own}”: partes de su logit, que suman {total}</translation>
  </message>
  <message>
   <source>after {place}</source>
   <translation>tras {place}</translation>
  </message>
  <message>
   <source>framed where it already ranks first</source>
   <translation>enmarcada donde ya es el primero</translation>
  </message>
  <message>
   <source>framed where it does not rank first</source>
   <translation>enmarcada donde no es el primero</translation>
  </message>
  <message>
   <source>its own {token}, rank {rank:,}</source>
   <translation>el suyo {token}, rango {rank:,}</translation>
  </message>
  <message>
   <source>p({token}) and p({other})</source>
   <translation>p({token}) y p({other})</translation>
  </message>
  <message>
   <source>p({token}) and p({other}) through the stack</source>
   <translation>p({token}) y p({other}) a lo largo de la pila</translation>
  </message>
  <message>
   <source>the written {token}, rank {rank:,}</source>
   <translation>el escrito {token}, rango {rank:,}</translation>
  </message>
  <message>
   <source>{done} of {count} points are read</source>
   <translation>{done} de {count} lugares leídos</translation>
  </message>
  <message>
   <source>“{own}” over “{other}”: shares of {total}</source>
   <translation>“{own}” frente a “{other}”: partes de {total}</translation>
  </message>
 </context>
 <context>
  <name>views/lines/line_picture</name>
  <message>
   <source>all three attentions · {numbers}</source>
   <translation>las tres atenciones · {numbers}</translation>
  </message>
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
   <source>Click to pin this line and go to head {head}.</source>
   <translation>Un clic fija esta línea y va a la cabeza {head}.</translation>
  </message>
  <message>
   <source>Click to pin this line.</source>
   <translation>Un clic fija esta línea.</translation>
  </message>
  <message>
   <source>Click to release it.</source>
   <translation>Un clic lo suelta.</translation>
  </message>
  <message>
   <source>Click to show everything that reads this token.</source>
   <translation>Un clic muestra todas las filas que leen este token.</translation>
  </message>
  <message>
   <source>Click to show everything this token reads.</source>
   <translation>Un clic muestra todo lo que lee este token.</translation>
  </message>
  <message>
   <source>In a text this long one head is drawn at a time</source>
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
  <name>views/lines/text</name>
  <message>
   <source>All three attentions</source>
   <translation>Las tres atenciones</translation>
  </message>
  <message>
   <source>Arcs at the source: encoder self-attention; lines: cross-attention; arcs at the target: decoder</source>
   <translation>Arcos en el origen: autoatención del codificador; líneas: atención cruzada; arcos en el destino: decodificador</translation>
  </message>
  <message>
   <source>Click a word to read along it, a line to pin it; wheel or + and - to zoom, drag to pan, double-click or 0 to show all. Right-click a line: where the number comes from.</source>
   <translation>Un clic en una palabra lee a lo largo de ella; en una línea, la fija. La rueda o + y - amplían, arrastrar mueve, doble clic o 0 muestra todo. Clic derecho en una línea: de dónde sale el número.</translation>
  </message>
  <message>
   <source>Each line goes from a decoder row, “just read ▸ written next”, to a source token it reads</source>
   <translation>Cada línea va de una fila del decodificador, “recién leído ▸ escrito después”, al token del origen que lee</translation>
  </message>
  <message>
   <source>Each line goes from a decoder row, “just read ▸ written next”, to a target token it reads</source>
   <translation>Cada línea va de una fila del decodificador, “recién leído ▸ escrito después”, al token del destino que lee</translation>
  </message>
  <message>
   <source>Each line goes from a source token to one that it reads</source>
   <translation>Cada línea va de un token del origen a otro que lee</translation>
  </message>
  <message>
   <source>Lines to special tokens are paler</source>
   <translation>Las líneas a tokens especiales son más pálidas</translation>
  </message>
  <message>
   <source>No line reaches {least:g}; the strongest has {most:.2g}: draw all</source>
   <translation>Ninguna línea llega a {least:g}, la más fuerte tiene {most:.2g}: dibujar todas</translation>
  </message>
  <message>
   <source>No line reaches {least:g}; the strongest has {most:.2g}: draw from {lower:g}</source>
   <translation>Ninguna línea llega a {least:g}, la más fuerte tiene {most:.2g}: dibujar desde {lower:g}</translation>
  </message>
  <message>
   <source>one line each</source>
   <translation>una línea por cada una</translation>
  </message>
  <message>
   <source>share</source>
   <translation>parte</translation>
  </message>
  <message>
   <source>share of the largest</source>
   <translation>parte del mayor</translation>
  </message>
  <message>
   <source>{drawn} with a {unit} of at least {least:g}</source>
   <translation>{drawn} con {unit} desde {least:g}</translation>
  </message>
  <message>
   <source>{drawn}: the strongest of {number:,}</source>
   <translation>{drawn}: las {number:,} más fuertes</translation>
  </message>
  <message>
   <source>{drawn}: those with a {unit} of at least {least:g}</source>
   <translation>{drawn}: las de {unit} desde {least:g}</translation>
  </message>
  <message>
   <source>{drawn}; the widest stands for {number:.3g}</source>
   <translation>{drawn}; la más ancha equivale a {number:.3g}</translation>
  </message>
  <message>
   <source>{lines}. Width: {measure}</source>
   <translation>{lines}. Anchura: {measure}</translation>
  </message>
  <message>
   <source>{number:,} of {all:,} lines are drawn</source>
   <translation>Se dibujan {number:,} de {all:,} líneas</translation>
  </message>
  <message>
   <source>“{token}” is read by ({unit}):</source>
   <translation>“{token}” es leído por ({unit}):</translation>
  </message>
  <message>
   <source>“{token}” reads ({unit}):</source>
   <translation>“{token}” lee ({unit}):</translation>
  </message>
 </context>
 <context>
  <name>views/lines/toolbar</name>
  <message>
   <source>All layers</source>
   <translation>Todas las capas</translation>
  </message>
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
   <source>Every chosen head, each in its own colour.</source>
   <translation>Cada cabeza elegida, en su propio color.</translation>
  </message>
  <message>
   <source>Heads: {heads}</source>
   <translation>Cabezas: {heads}</translation>
  </message>
  <message>
   <source>How heads are combined into lines.</source>
   <translation>Cómo se combinan las cabezas en líneas.</translation>
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
   <source>The maximum over the chosen heads of every layer.</source>
   <translation>El máximo de las cabezas elegidas de cada capa.</translation>
  </message>
  <message>
   <source>The maximum over the chosen heads.</source>
   <translation>El mayor número de las cabezas elegidas.</translation>
  </message>
  <message>
   <source>The mean over the chosen heads of every layer.</source>
   <translation>La media de las cabezas elegidas de cada capa.</translation>
  </message>
  <message>
   <source>The mean over the chosen heads.</source>
   <translation>La media de las cabezas elegidas.</translation>
  </message>
  <message>
   <source>The sum over the chosen heads of every layer.</source>
   <translation>La suma de las cabezas elegidas de cada capa.</translation>
  </message>
  <message>
   <source>The sum over the chosen heads.</source>
   <translation>Los números de las cabezas elegidas, sumados.</translation>
  </message>
  <message>
   <source>The weight as it was recorded.</source>
   <translation>El peso tal como se grabó.</translation>
  </message>
  <message>
   <source>What the width of a line shows.</source>
   <translation>Qué representa la anchura de una línea.</translation>
  </message>
  <message>
   <source>Which layer; the up and down arrow keys move between layers.</source>
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
   <source>Also draws weaker lines.</source>
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
   <source>Pieces as the model reads them, the bytes of one character merged, or whole words: weights are summed over keys and averaged over queries.</source>
   <translation>Piezas como las lee el modelo, los bytes de un carácter unidos, o palabras enteras: los pesos se suman sobre las claves y se promedian sobre las consultas.</translation>
  </message>
  <message>
   <source>Special tokens</source>
   <translation>Tokens especiales</translation>
  </message>
  <message>
   <source>Tokens such as &lt;/s&gt;, which often take most of the weight: their lines are paler, or left out and the rows renormalised.</source>
   <translation>Tokens como &lt;/s&gt;, que suelen llevarse casi todo el peso: sus líneas son más pálidas, o se omiten y las filas se renormalizan.</translation>
  </message>
  <message>
   <source>Weaker lines are left out; for weight × value this is a share of the largest.</source>
   <translation>Las líneas más débiles se omiten; con peso × valor, es una parte de la mayor.</translation>
  </message>
  <message>
   <source>Who reads whom: each line goes from a token to one that it reads; wider means more.</source>
   <translation>Quién lee a quién: cada línea va de un token a otro que lee; más ancha es más.</translation>
  </message>
  <message>
   <source>all</source>
   <comment>of the lines</comment>
   <translation>todas</translation>
  </message>
  <message>
   <source>all three</source>
   <translation>las tres</translation>
  </message>
  <message>
   <source>dimmed</source>
   <translation>atenuados</translation>
  </message>
  <message>
   <source>left out</source>
   <translation>omitidos</translation>
  </message>
  <message>
   <source>one</source>
   <translation>una</translation>
  </message>
  <message>
   <source>shown</source>
   <translation>mostrados</translation>
  </message>
  <message>
   <source>{head}; double-click to show it alone.</source>
   <translation>{head}; doble clic para verla sola.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/cache_picture</name>
  <message>
   <source>One row only: all three ways compute the same single score.</source>
   <translation>Una sola fila: las tres formas calculan la misma puntuación.</translation>
  </message>
  <message>
   <source>Rows of the decoder's mask in training and while writing</source>
   <translation>Filas de la máscara del decodificador al entrenar y al escribir</translation>
  </message>
  <message>
   <source>Step 1 of {rows}: row 1, or with a cache row 1 alone (nothing to keep yet).</source>
   <translation>Paso 1 de {rows}: la fila 1, o con caché solo la fila 1 (nada que conservar aún).</translation>
  </message>
  <message>
   <source>Step {now} of {rows}: rows 1–{now} again, or with a cache only row {now} ({keys} kept).</source>
   <translation>Paso {now} de {rows}: otra vez las filas 1–{now}, o con caché solo la fila {now} ({keys} guardadas).</translation>
  </message>
  <message>
   <source>The decoder's mask: rows computed at this step are filled, cached ones are pale.</source>
   <translation>La máscara del decodificador: las filas calculadas en este paso están llenas; las guardadas, pálidas.</translation>
  </message>
  <message>
   <source>Training reads the whole target at once: all {rows} rows, and only the mask hides what comes later.</source>
   <translation>El entrenamiento lee todo el destino de una vez: las {rows} filas, y solo la máscara oculta lo que viene después.</translation>
  </message>
  <message>
   <source>While writing, what comes later does not exist: no step can peek, whatever the mask says.</source>
   <translation>Al escribir, lo que viene después no existe: ningún paso puede mirar adelante, diga lo que diga la máscara.</translation>
  </message>
  <message>
   <source>Writing goes row by row.</source>
   <translation>Se escribe fila a fila.</translation>
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
   <source>keys</source>
   <translation>claves</translation>
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
   <source>scores</source>
   <translation>puntuaciones</translation>
  </message>
  <message>
   <source>step 1: row 1</source>
   <translation>paso 1: la fila 1</translation>
  </message>
  <message>
   <source>step 1: row 1, 1 new key</source>
   <translation>paso 1: la fila 1, 1 clave nueva</translation>
  </message>
  <message>
   <source>step {now}: row {now}, 1 new key, {kept} kept</source>
   <translation>paso {now}: la fila {now}, 1 clave nueva, {kept} guardadas</translation>
  </message>
  <message>
   <source>step {now}: rows 1–{now} again</source>
   <translation>paso {now}: otra vez las filas 1–{now}</translation>
  </message>
  <message>
   <source>{scores:,} in all {rows} steps</source>
   <translation>{scores:,} en los {rows} pasos</translation>
  </message>
  <message>
   <source>{scores}, {hidden:,} masked</source>
   <translation>{scores}, {hidden:,} enmascaradas</translation>
  </message>
 </context>
 <context>
  <name>views/masks/card</name>
  <message>
   <source>Below the masks</source>
   <translation>Debajo de las máscaras</translation>
  </message>
  <message>
   <source>Scaled score, score after the mask, weight</source>
   <translation>Puntuación escalada, puntuación tras la máscara, peso</translation>
  </message>
  <message>
   <source>Shown below</source>
   <translation>Se muestra abajo</translation>
  </message>
  <message>
   <source>The text and its probabilities with and without your edits.</source>
   <translation>El texto y sus probabilidades con tus cambios y sin ellos.</translation>
  </message>
  <message>
   <source>The text stays, but is read as a whole (teacher forcing): rows may then read later tokens.</source>
   <translation>El texto queda, pero se lee entero (teacher forcing): las filas pueden entonces leer tokens posteriores.</translation>
  </message>
  <message>
   <source>This cell</source>
   <translation>Esta celda</translation>
  </message>
  <message>
   <source>This row is padding: it is computed with the batch, but its result is never used.</source>
   <translation>Esta fila es relleno: se calcula con el lote, pero su resultado nunca se usa.</translation>
  </message>
  <message>
   <source>Training and writing</source>
   <translation>Entrenar y escribir</translation>
  </message>
  <message>
   <source>Use as the target</source>
   <translation>Usar como destino</translation>
  </message>
  <message>
   <source>What changed</source>
   <translation>Qué cambió</translation>
  </message>
  <message>
   <source>What the mask does to the cell under the pointer, or the pinned one.</source>
   <translation>Qué hace la máscara con la celda señalada o fijada.</translation>
  </message>
  <message>
   <source>Which rows are computed at once, and which step by step.</source>
   <translation>Qué filas se calculan a la vez y cuáles paso a paso.</translation>
  </message>
  <message>
   <source>an example: point at any cell</source>
   <translation>un ejemplo: señala cualquier celda</translation>
  </message>
  <message>
   <source>decoder self-attention, one head</source>
   <translation>autoatención del decodificador, una cabeza</translation>
  </message>
  <message>
   <source>masked</source>
   <translation>enmascarado</translation>
  </message>
  <message>
   <source>strongest key: point at any cell</source>
   <translation>clave más fuerte: señala cualquier celda</translation>
  </message>
  <message>
   <source>strongest word: point at any cell</source>
   <translation>palabra más fuerte: señala cualquier celda</translation>
  </message>
  <message>
   <source>the same run, with and without your edits</source>
   <translation>la misma ejecución, con tus cambios y sin ellos</translation>
  </message>
  <message>
   <source>with</source>
   <translation>con</translation>
  </message>
  <message>
   <source>with edits</source>
   <translation>con los cambios</translation>
  </message>
  <message>
   <source>without</source>
   <translation>sin</translation>
  </message>
 </context>
 <context>
  <name>views/masks/changes</name>
  <message>
   <source>Before that, p({token}) changes most: {before} → {after}.</source>
   <translation>Antes de eso, la que más cambia es p({token}): {before} → {after}.</translation>
  </message>
  <message>
   <source>From token {number} on the text differs: {after} instead of {before}.</source>
   <translation>Desde el token {number} el texto difiere: {after} en vez de {before}.</translation>
  </message>
  <message>
   <source>Mean over all {steps} tokens: {before} → {after}.</source>
   <translation>Media de los {steps} tokens: {before} → {after}.</translation>
  </message>
  <message>
   <source>No earlier probability changes by 0.0005 or more.</source>
   <translation>Ninguna probabilidad anterior cambia en 0.0005 o más.</translation>
  </message>
  <message>
   <source>No probability changes by 0.0005 or more.</source>
   <translation>Ninguna probabilidad cambia en 0.0005 o más.</translation>
  </message>
  <message>
   <source>Other edits of the run count too.</source>
   <translation>También cuentan otros cambios de la ejecución.</translation>
  </message>
  <message>
   <source>The masks are edited, but there is no unedited run to compare this one with.</source>
   <translation>Las máscaras están cambiadas, pero no hay una ejecución sin los cambios con la que comparar esta.</translation>
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
   <source>The text stays the same. With the finished text given to the decoder as a whole, {change}</source>
   <translation>El texto sigue igual. Con el texto terminado dado entero al decodificador, {change}</translation>
  </message>
  <message>
   <source>These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model runs again at once, and the changes appear here.</source>
   <translation>Estas son las máscaras propias del modelo. Elige Editar y dibuja sobre las celdas, o deja que el decodificador mire adelante: el modelo se ejecuta de nuevo al momento, y aquí se ve qué cambió.</translation>
  </message>
  <message>
   <source>They are the answer itself, and the model copies it.</source>
   <translation>Son la propia respuesta, y el modelo la copia.</translation>
  </message>
  <message>
   <source>They are the answer itself, but its probability stays the same.</source>
   <translation>Son la propia respuesta, pero su probabilidad no cambia.</translation>
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
   <source>They did not exist while the text was written: these numbers belong to the finished text, given to the decoder as a whole. Give it as the target to let the model peek.</source>
   <translation>No existían mientras se escribía el texto: estos números son del texto terminado, dado entero al decodificador. Dalo como destino para que el modelo mire adelante.</translation>
  </message>
  <message>
   <source>nothing more</source>
   <translation>nada más</translation>
  </message>
  <message>
   <source>p({token}) changes most: {before} → {after}.</source>
   <translation>La que más cambia es p({token}): {before} → {after}.</translation>
  </message>
  <message>
   <source>{mean} of the decoder's attention falls on later tokens, most in layer {layer}, head {head}: {most}.</source>
   <translation>El {mean} de la atención del decodificador recae en tokens posteriores, sobre todo en la capa {layer}, cabeza {head}: {most}.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/editor</name>
  <message>
   <source>Click to allow this cell; drag to allow all cells you cross; Enter does it from the keyboard.</source>
   <translation>Un clic permite esta celda; arrastrar permite todas las celdas del camino; Intro lo hace con el teclado.</translation>
  </message>
  <message>
   <source>Click to forbid this cell; drag to forbid all cells you cross; Enter does it from the keyboard.</source>
   <translation>Un clic prohíbe esta celda; arrastrar prohíbe todas las celdas del camino; Intro lo hace con el teclado.</translation>
  </message>
  <message>
   <source>Click to pin this cell; Shift+click to allow it. Shift+arrow keys move to the next one.</source>
   <translation>Haz clic para fijar esta celda; Mayús+clic para permitirla. Mayús+flechas pasan a la siguiente.</translation>
  </message>
  <message>
   <source>Click to pin this cell; Shift+click to forbid it. Shift+arrow keys move to the next one.</source>
   <translation>Haz clic para fijar esta celda; Mayús+clic para prohibirla. Mayús+flechas pasan a la siguiente.</translation>
  </message>
  <message>
   <source>You can look at the masks of a recording, but not change them without its model.</source>
   <translation>Puedes ver las máscaras de una grabación, pero no cambiarlas sin su modelo.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/edits</name>
  <message>
   <source>At most {most:,} cells can be set by hand; nothing was changed</source>
   <translation>Se pueden fijar a mano como mucho {most:,} celdas; no se cambió nada</translation>
  </message>
  <message>
   <source>The whole row is masked: with {value} in every cell, softmax gives each the same weight.</source>
   <translation>Toda la fila está enmascarada: con {value} en cada celda, softmax da a todas el mismo peso.</translation>
  </message>
  <message>
   <source>{value} hides by rounding only: its exponential is too small for a float.</source>
   <translation>{value} oculta solo por redondeo: su exponencial es demasiado pequeña para un número de coma flotante.</translation>
  </message>
  <message>
   <source>{value} hides by rounding only: its exponential is too small for a float; the weight here is {weight}.</source>
   <translation>{value} oculta solo por redondeo: su exponencial es demasiado pequeña para un número de coma flotante; aquí el peso es {weight}.</translation>
  </message>
  <message>
   <source>{value} hides nearly all: this masked cell has weight {weight}.</source>
   <translation>{value} lo oculta casi todo: esta celda enmascarada tiene un peso de {weight}.</translation>
  </message>
  <message>
   <source>{value} hides nothing: its exponential is 1, as for a score of 0.</source>
   <translation>{value} no oculta nada: su exponencial es 1, como con una puntuación de 0.</translation>
  </message>
  <message>
   <source>{value} hides nothing: its exponential is 1, as for a score of 0: this masked cell has weight {weight}.</source>
   <translation>{value} no oculta nada: su exponencial es 1, como con una puntuación de 0: esta celda enmascarada tiene un peso de {weight}.</translation>
  </message>
  <message>
   <source>{value} is not low enough: this masked cell has weight {weight}.</source>
   <translation>{value} no es lo bastante bajo: esta celda enmascarada tiene un peso de {weight}.</translation>
  </message>
  <message>
   <source>{value} may not be low enough: its exponential is {number}.</source>
   <translation>{value} puede no ser lo bastante bajo: su exponencial es {number}.</translation>
  </message>
  <message>
   <source>−1e-20: almost 0, a score like any other. exp(−1e-20) is 1: the mask hides nothing.</source>
   <translation>−1e-20: casi 0, una puntuación como cualquier otra. exp(−1e-20) es 1: la máscara no oculta nada.</translation>
  </message>
  <message>
   <source>−1e9, as in many programs: exp(−1e9) is too small for a float and is rounded to 0.</source>
   <translation>−1e9, como en muchos programas: exp(−1e9) es demasiado pequeño para un número de coma flotante y se redondea a 0.</translation>
  </message>
  <message>
   <source>−∞: exp(−∞) is 0, so a masked cell's weight is exactly 0.</source>
   <translation>−∞: exp(−∞) es 0, así que el peso de una celda enmascarada es exactamente 0.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/maps</name>
  <message>
   <source>Mask of the {attention}</source>
   <translation>Máscara de la {attention}</translation>
  </message>
 </context>
 <context>
  <name>views/masks/mask_rows</name>
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
   <source>Scaled score {score} is unchanged → weight {weight} after softmax.</source>
   <translation>La puntuación escalada {score} queda como está → peso {weight} tras el softmax.</translation>
  </message>
  <message>
   <source>Scaled score {score} → {masked} before softmax → weight {weight}.</source>
   <translation>Puntuación escalada {score} → {masked} antes del softmax → peso {weight}.</translation>
  </message>
  <message>
   <source>Weight {weight}; its scores were not recorded.</source>
   <translation>Peso {weight}; sus puntuaciones no se grabaron.</translation>
  </message>
  <message>
   <source>Why: every target row may read the whole source, which is known before the first word is written. Only padding is hidden; there are no later tokens here.</source>
   <translation>Por qué: cada fila del destino puede leer todo el origen, que se conoce antes de escribir la primera palabra. Solo se oculta el relleno; aquí no hay tokens posteriores.</translation>
  </message>
  <message>
   <source>Why: the decoder predicts the next token, so a row must not read what comes later. In training the whole target is present at once and could simply be copied; while writing, those tokens do not exist yet.</source>
   <translation>Por qué: el decodificador predice el token siguiente, así que una fila no debe leer lo que viene después. En el entrenamiento está ahí todo el destino y bastaría con copiarlo; al escribir, esos tokens aún no existen.</translation>
  </message>
  <message>
   <source>Why: the encoder reads the whole source at once, earlier and later words alike. Only padding is hidden: it fills the lines of a batch to one length and must not change any result.</source>
   <translation>Por qué: el codificador lee todo el origen de una vez, lo anterior y lo posterior. Solo se oculta el relleno: las líneas de un lote se completan hasta la misma longitud, y eso no debe cambiar ningún resultado.</translation>
  </message>
  <message>
   <source>all {number:,} cells may be read</source>
   <translation>las {number:,} celdas se pueden leer</translation>
  </message>
  <message>
   <source>forbidden</source>
   <comment>of that many cells</comment>
   <translation>prohibidas</translation>
  </message>
  <message>
   <source>later</source>
   <translation>posteriores</translation>
  </message>
  <message>
   <source>the one cell may be read</source>
   <translation>la única celda se puede leer</translation>
  </message>
  <message>
   <source>{number:,} cells: {reasons}</source>
   <translation>{number:,} celdas: {reasons}</translation>
  </message>
  <message>
   <source>{row}, column “{column}”: {why}.</source>
   <translation>{row}, columna “{column}”: {why}.</translation>
  </message>
 </context>
 <context>
  <name>views/masks/toolbar</name>
  <message>
   <source>Click or drag to forbid or allow cells; on a label, the whole row or column. Press X to pin instead.</source>
   <translation>Un clic o arrastrar prohíbe o permite celdas; en una etiqueta, toda la fila o columna. Pulsa X para fijar.</translation>
  </message>
  <message>
   <source>Click to pin a cell; Shift+click to forbid or allow it. Press X to edit instead.</source>
   <translation>Haz clic para fijar una celda; Mayús+clic para prohibirla o permitirla. Pulsa X para editar.</translation>
  </message>
  <message>
   <source>Edit</source>
   <translation>Editar</translation>
  </message>
  <message>
   <source>Inspect</source>
   <translation>Inspeccionar</translation>
  </message>
  <message>
   <source>Legend</source>
   <translation>Leyenda</translation>
  </message>
  <message>
   <source>Mask value</source>
   <translation>Valor de la máscara</translation>
  </message>
  <message>
   <source>No peeking ahead</source>
   <translation>No mirar adelante</translation>
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
   <source>Restores the model's own masks. Ctrl+Z brings the edits back.</source>
   <translation>Restaura las máscaras propias del modelo. Ctrl+Z recupera los cambios.</translation>
  </message>
  <message>
   <source>Sentence</source>
   <translation>Frase</translation>
  </message>
  <message>
   <source>The decoder must not read later tokens. Off: it may read them; with a given target that is the answer itself.</source>
   <translation>El decodificador no debe leer tokens posteriores. Desactivado: puede leerlos; con un destino dado, eso es la propia respuesta.</translation>
  </message>
  <message>
   <source>The padding that fills shorter lines of a batch is never read; a single line has none: put a second line into the source box to see it. Off: it is read like a token.</source>
   <translation>El relleno de las líneas más cortas de un lote no se lee nunca; una línea sola no lo tiene: pon una segunda línea en el cuadro del origen para verlo. Desactivado: se lee como un token.</translation>
  </message>
  <message>
   <source>The score that a masked cell gets instead of its own.</source>
   <translation>La puntuación que recibe una celda enmascarada en lugar de la suya.</translation>
  </message>
  <message>
   <source>What a click does</source>
   <translation>Qué hace un clic</translation>
  </message>
  <message>
   <source>Which line of the batch is shown.</source>
   <translation>Qué línea del lote se muestra.</translation>
  </message>
  <message>
   <source>{value}, its own</source>
   <translation>{value}, el suyo</translation>
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
   <source>Masks · why a cell may not be read</source>
   <translation>Máscaras · por qué una celda no se puede leer</translation>
  </message>
  <message>
   <source>Masks · why a cell may not be read · edited</source>
   <translation>Máscaras · por qué una celda no se puede leer · cambiadas</translation>
  </message>
  <message>
   <source>May this row read that column? The stronger the colour, the more it reads it;</source>
   <translation>¿Puede esta fila leer esa columna? Cuanto más intenso el color, más la lee;</translation>
  </message>
  <message>
   <source>May this row read that column? The stronger the colour, the more it reads it; a hatched cell may not be read: its weight is exactly 0.</source>
   <translation>¿Puede esta fila leer esa columna? Cuanto más intenso el color, más la lee; una celda rayada no puede: su peso es exactamente 0.</translation>
  </message>
  <message>
   <source>May this row read that column? Yes if blank;</source>
   <translation>¿Puede esta fila leer esa columna? Sí donde está en blanco;</translation>
  </message>
  <message>
   <source>The weights of the selected head under the mask, or the mask alone.</source>
   <translation>Los pesos de la cabeza elegida bajo la máscara, o solo la máscara.</translation>
  </message>
  <message>
   <source>a hatched cell gets the score {score}.</source>
   <translation>una celda rayada recibe {score} como puntuación.</translation>
  </message>
  <message>
   <source>a hatched cell may not be read: its weight is exactly 0.</source>
   <translation>una celda rayada no puede: su peso es exactamente 0.</translation>
  </message>
  <message>
   <source>the mask alone</source>
   <translation>solo la máscara</translation>
  </message>
 </context>
 <context>
  <name>views/model/array_table</name>
  <message>
   <source>{count:,} numbers are too many to copy: save them as a file</source>
   <translation>{count:,} números son demasiados para copiarlos: guárdalos en un archivo</translation>
  </message>
 </context>
 <context>
  <name>views/model/box_help</name>
  <message>
   <source>Click a token to select it.</source>
   <translation>Un clic en un token lo elige.</translation>
  </message>
  <message>
   <source>Click to collapse layer {layer} of the {stack}.</source>
   <translation>Un clic pliega la capa {layer} del {stack}.</translation>
  </message>
  <message>
   <source>Click to expand layer {layer} of the {stack}.</source>
   <translation>Un clic despliega la capa {layer} del {stack}.</translation>
  </message>
  <message>
   <source>Click to open {name}, head {head}.</source>
   <translation>Un clic abre {name}, cabeza {head}.</translation>
  </message>
  <message>
   <source>Click to open {name}.</source>
   <translation>Un clic abre {name}.</translation>
  </message>
  <message>
   <source>Click to select token {number}.</source>
   <translation>Un clic elige el token {number}.</translation>
  </message>
  <message>
   <source>Keys: arrows move from box to box, Enter opens one, F collapses a layer, A expands all; wheel or + and − to zoom, 0 to show all.</source>
   <translation>Teclas: las flechas van de caja en caja, Intro abre una, F pliega una capa, A despliega todas; la rueda o + y − amplían, 0 muestra todo.</translation>
  </message>
  <message>
   <source>Nothing is recorded for this box.</source>
   <translation>De esta caja no se graba nada.</translation>
  </message>
  <message>
   <source>Parameters:</source>
   <translation>Parámetros:</translation>
  </message>
  <message>
   <source>Right-click to cut the residual connection.</source>
   <translation>Con el botón derecho se corta la conexión residual.</translation>
  </message>
  <message>
   <source>Right-click to restore the residual connection.</source>
   <translation>Haz clic con el botón derecho para restaurar la conexión residual.</translation>
  </message>
  <message>
   <source>The residual connection is cut here: f(x) instead of x + f(x).</source>
   <translation>La conexión residual está cortada aquí: f(x) en lugar de x + f(x).</translation>
  </message>
 </context>
 <context>
  <name>views/model/box_painting</name>
  <message>
   <source>1 head off</source>
   <translation>1 cabeza apagada</translation>
  </message>
  <message>
   <source>1 path cut</source>
   <translation>1 camino cortado</translation>
  </message>
  <message>
   <source>{count} heads off</source>
   <translation>{count} cabezas apagadas</translation>
  </message>
  <message>
   <source>{count} paths cut</source>
   <translation>{count} caminos cortados</translation>
  </message>
  <message>
   <source>{name}: nothing yet</source>
   <translation>{name}: nada aún</translation>
  </message>
 </context>
 <context>
  <name>views/model/diagram_widget</name>
  <message>
   <source>Cut the residual connection</source>
   <translation>Cortar la conexión residual</translation>
  </message>
  <message>
   <source>Residual connection</source>
   <translation>Conexión residual</translation>
  </message>
  <message>
   <source>The model</source>
   <translation>El modelo</translation>
  </message>
  <message>
   <source>The model as boxes; point at one to see what it does.</source>
   <translation>El modelo como cajas; señalar una muestra qué hace.</translation>
  </message>
 </context>
 <context>
  <name>views/model/painting</name>
  <message>
   <source>memory</source>
   <translation>memoria</translation>
  </message>
 </context>
 <context>
  <name>views/model/row_plot</name>
  <message>
   <source>Numbers of the row</source>
   <translation>Números de la fila</translation>
  </message>
 </context>
 <context>
  <name>views/model/tensor</name>
  <message>
   <source>It was not recorded in this run.</source>
   <translation>En esta ejecución no se grabó.</translation>
  </message>
  <message>
   <source>The model in its folder has changed since</source>
   <translation>El modelo de su carpeta ha cambiado</translation>
  </message>
  <message>
   <source>This run has neither this map nor the queries and keys to compute it from.</source>
   <translation>Esta ejecución no tiene ni este mapa ni las consultas y claves con las que calcularlo.</translation>
  </message>
  <message>
   <source>probabilities of the most probable next tokens</source>
   <translation>probabilidades de los tokens siguientes más probables</translation>
  </message>
 </context>
 <context>
  <name>views/model/tensor_panel</name>
  <message>
   <source>Click a number to see where it comes from, a row’s word to read that row; wheel to zoom, double-click to show all; Shift+arrow keys move from number to number, Enter explains it.</source>
   <translation>Un clic en un número muestra de dónde sale; en la palabra de una fila, lee esa fila; la rueda amplía, un doble clic muestra todo; Mayús+flechas van de número en número, Intro lo explica.</translation>
  </message>
  <message>
   <source>Click to pin this cell in every view, click a row’s word to read that row; right-click or press Enter to see where the number comes from; wheel to zoom, double-click to show all.</source>
   <translation>Un clic fija esta celda en todas las vistas; en la palabra de una fila, lee esa fila; clic derecho o Intro muestra de dónde sale el número; la rueda amplía, un doble clic muestra todo.</translation>
  </message>
  <message>
   <source>Close the tensor</source>
   <translation>Cerrar el tensor</translation>
  </message>
  <message>
   <source>Closes the tensor to make room for the diagram. (Esc)</source>
   <translation>Cierra el tensor y deja sitio al diagrama. (Esc)</translation>
  </message>
  <message>
   <source>Copies this matrix for a spreadsheet.</source>
   <translation>Copia esta matriz para una hoja de cálculo.</translation>
  </message>
  <message>
   <source>Hook point</source>
   <translation>Punto de lectura</translation>
  </message>
  <message>
   <source>Live tensor</source>
   <translation>Tensor en vivo</translation>
  </message>
  <message>
   <source>Open in Attention</source>
   <translation>Abrir en Atención</translation>
  </message>
  <message>
   <source>Saves these numbers as CSV, JSON or NPZ.</source>
   <translation>Guarda estos números como CSV, JSON o NPZ.</translation>
  </message>
  <message>
   <source>Shows this layer’s heads in the Attention view.</source>
   <translation>Muestra las cabezas de esta capa en la vista Atención.</translation>
  </message>
  <message>
   <source>Which head is shown, here and in every view.</source>
   <translation>Qué cabeza se muestra, aquí y en todas las vistas.</translation>
  </message>
  <message>
   <source>Which of this box's numbers are shown.</source>
   <translation>Qué números de esta caja se muestran.</translation>
  </message>
  <message>
   <source>head {head}, off</source>
   <translation>cabeza {head}, apagada</translation>
  </message>
  <message>
   <source>row</source>
   <translation>fila</translation>
  </message>
 </context>
 <context>
  <name>views/model/tensor_text</name>
  <message>
   <source>Mean and standard deviation of the finite numbers in the whole tensor.</source>
   <translation>Media y desviación típica de los números finitos de todo el tensor.</translation>
  </message>
  <message>
   <source>Numbers that are NaN or infinite; the −∞ of masked scores is intended and counted separately.</source>
   <translation>Números que son NaN o infinitos; el −∞ de las puntuaciones enmascaradas es intencionado y se cuenta aparte.</translation>
  </message>
  <message>
   <source>Of the finite numbers.</source>
   <translation>De los números finitos.</translation>
  </message>
  <message>
   <source>Weights: {name}</source>
   <translation>Pesos: {name}</translation>
  </message>
  <message>
   <source>as recorded</source>
   <translation>tal como se grabó</translation>
  </message>
  <message>
   <source>candidate</source>
   <translation>candidato</translation>
  </message>
  <message>
   <source>computed from the recorded queries and keys</source>
   <translation>calculado con las consultas y claves grabadas</translation>
  </message>
  <message>
   <source>from q and k</source>
   <translation>de q y k</translation>
  </message>
  <message>
   <source>hidden unit</source>
   <translation>unidad oculta</translation>
  </message>
  <message>
   <source>length of the row</source>
   <translation>longitud de la fila</translation>
  </message>
  <message>
   <source>mean ± std</source>
   <translation>media ± desv.</translation>
  </message>
  <message>
   <source>not finite</source>
   <translation>no finitos</translation>
  </message>
  <message>
   <source>numbers.candidates, the most probable first</source>
   <translation>numbers.candidates, primero los más probables</translation>
  </message>
  <message>
   <source>shape</source>
   <translation>forma</translation>
  </message>
  <message>
   <source>smallest to largest</source>
   <translation>del menor al mayor</translation>
  </message>
  <message>
   <source>type</source>
   <translation>tipo</translation>
  </message>
  <message>
   <source>unit</source>
   <translation>unidad</translation>
  </message>
  <message>
   <source>vocabulary entry</source>
   <translation>entrada del vocabulario</translation>
  </message>
  <message>
   <source>{count:,} masked</source>
   <translation>{count:,} enmascaradas</translation>
  </message>
  <message>
   <source>{count:,} numbers</source>
   <translation>{count:,} números</translation>
  </message>
  <message>
   <source>√Σx² of the row “{name}”.</source>
   <translation>√Σx² de la fila “{name}”.</translation>
  </message>
 </context>
 <context>
  <name>views/model/text</name>
  <message>
   <source> It may let some weight through: e to this power is {number}.</source>
   <translation> Puede dejar pasar algo de peso: e elevado a este número es {number}.</translation>
  </message>
  <message>
   <source> So close to 0 it hides nothing.</source>
   <translation> Tan cerca de 0 no oculta nada.</translation>
  </message>
  <message>
   <source>, of the output times {factor:.4g}</source>
   <translation>, de la salida por {factor:.4g}</translation>
  </message>
  <message>
   <source>, times √D</source>
   <translation>, por √D</translation>
  </message>
  <message>
   <source>, with a bias each</source>
   <translation>, con un sesgo cada una</translation>
  </message>
  <message>
   <source>, with a norm on it</source>
   <translation>, con una norma encima</translation>
  </message>
  <message>
   <source>A learned number for each head and token distance, added to the scores of self-attention.</source>
   <translation>Un número aprendido para cada cabeza y distancia entre dos tokens, sumado a las puntuaciones de la autoatención.</translation>
  </message>
  <message>
   <source>A learned vector for each position, so that the model knows the order.</source>
   <translation>Un vector aprendido para cada posición, para que el modelo distinga el orden.</translation>
  </message>
  <message>
   <source>A linear layer on all heads together.</source>
   <translation>Una capa lineal sobre todas las cabezas juntas.</translation>
  </message>
  <message>
   <source>A linear layer on the encoder's memory, split into heads.</source>
   <translation>Una capa lineal sobre la memoria del codificador, repartida en cabezas.</translation>
  </message>
  <message>
   <source>A linear layer on the residual stream, split into heads.</source>
   <translation>Una capa lineal sobre el flujo residual, repartida en cabezas.</translation>
  </message>
  <message>
   <source>A linear layer.</source>
   <translation>Una capa lineal.</translation>
  </message>
  <message>
   <source>A vector for each position, so that the model knows the order.</source>
   <translation>Un vector para cada posición, para que el modelo distinga el orden.</translation>
  </message>
  <message>
   <source>Concatenate the heads</source>
   <translation>Concatenar las cabezas</translation>
  </message>
  <message>
   <source>Distances</source>
   <translation>Distancias</translation>
  </message>
  <message>
   <source>Divided by √D, the square root of the model's width; the paper divides by √K, with K the head width.</source>
   <translation>Dividido por √D, la raíz de la anchura del modelo; el artículo divide por √K, con K la anchura de una cabeza.</translation>
  </message>
  <message>
   <source>Divided by √K, so that the softmax stays soft for wide heads.</source>
   <translation>Dividido por √K, para que el softmax siga suave con cabezas anchas.</translation>
  </message>
  <message>
   <source>Each query times each key: how well they match.</source>
   <translation>Cada consulta por cada clave: cuánto encajan.</translation>
  </message>
  <message>
   <source>Each token's id selects its row of the table{scaled}.</source>
   <translation>El identificador de cada token elige su fila de la tabla{scaled}.</translation>
  </message>
  <message>
   <source>Every source token reads every source token.</source>
   <translation>Cada token del origen lee todos los tokens del origen.</translation>
  </message>
  <message>
   <source>Every target token reads the memory: keys and values come from the encoder's output.</source>
   <translation>Cada token del destino lee la memoria: claves y valores vienen de la salida del codificador.</translation>
  </message>
  <message>
   <source>Every target token reads what is written so far, itself included.</source>
   <translation>Cada token del destino lee lo ya escrito, incluido él mismo.</translation>
  </message>
  <message>
   <source>Faint: what a decoder-only model such as GPT lacks, a source and cross-attention to it.</source>
   <translation>Tenue: lo que no tiene un modelo solo decodificador como GPT, un origen y la atención cruzada hacia él.</translation>
  </message>
  <message>
   <source>Faint: what an encoder-only model such as BERT lacks, since it does not write word by word.</source>
   <translation>Tenue: lo que no tiene un modelo solo codificador como BERT, pues no escribe palabra por palabra.</translation>
  </message>
  <message>
   <source>Feed-forward, gated {activation}</source>
   <translation>Red densa, {activation} con compuerta</translation>
  </message>
  <message>
   <source>Feed-forward, {activation}</source>
   <translation>Red densa, {activation}</translation>
  </message>
  <message>
   <source>Final {norm}</source>
   <translation>{norm} final</translation>
  </message>
  <message>
   <source>Keys K</source>
   <translation>Claves K</translation>
  </message>
  <message>
   <source>Layers {first}–{last} of {layers}</source>
   <translation>Capas {first}–{last} de {layers}</translation>
  </message>
  <message>
   <source>Mask</source>
   <translation>Máscara</translation>
  </message>
  <message>
   <source>Masked self-attention</source>
   <translation>Autoatención con máscara</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>Memoria</translation>
  </message>
  <message>
   <source>No positions</source>
   <translation>Sin posiciones</translation>
  </message>
  <message>
   <source>Norm of token + position</source>
   <translation>Norma de token + posición</translation>
  </message>
  <message>
   <source>Normalises each row: {norm}.</source>
   <translation>Normaliza cada fila: {norm}.</translation>
  </message>
  <message>
   <source>Not divided</source>
   <translation>Sin dividir</translation>
  </message>
  <message>
   <source>One layer with its sub-layers, each with a residual connection around it.</source>
   <translation>Una capa con sus subcapas, cada una rodeada por una conexión residual.</translation>
  </message>
  <message>
   <source>One score (logit) for each entry of the vocabulary: D → V{logits}.</source>
   <translation>Una puntuación (logit) para cada entrada del vocabulario: D → V{logits}.</translation>
  </message>
  <message>
   <source>Output</source>
   <translation>Salida</translation>
  </message>
  <message>
   <source>Queries Q</source>
   <translation>Consultas Q</translation>
  </message>
  <message>
   <source>Read so far</source>
   <translation>Leído hasta ahora</translation>
  </message>
  <message>
   <source>Scores Q · Kᵀ</source>
   <translation>Puntuaciones Q · Kᵀ</translation>
  </message>
  <message>
   <source>Self-attention</source>
   <translation>Autoatención</translation>
  </message>
  <message>
   <source>Sum</source>
   <translation>Suma</translation>
  </message>
  <message>
   <source>The concatenated head outputs: H × K units form one row. The numbers are those of Weights · V.</source>
   <translation>Las salidas concatenadas de las cabezas: H × K unidades forman una fila. Los números son los de Pesos · V.</translation>
  </message>
  <message>
   <source>The output of the last layer; this model has no final norm.</source>
   <translation>La salida de la última capa; este modelo no tiene norma final.</translation>
  </message>
  <message>
   <source>The pieces of the source that the encoder reads.</source>
   <translation>Las piezas del origen que lee el codificador.</translation>
  </message>
  <message>
   <source>The softmax of each row: weights that sum to 1.</source>
   <translation>El softmax de cada fila: pesos que suman 1.</translation>
  </message>
  <message>
   <source>The values, weighted by the attention weights and summed.</source>
   <translation>Los valores, ponderados por los pesos de atención y sumados.</translation>
  </message>
  <message>
   <source>This model does not divide its scores.</source>
   <translation>Este modelo no divide sus puntuaciones.</translation>
  </message>
  <message>
   <source>This model has no information about the order of its tokens.</source>
   <translation>Este modelo no tiene información del orden de sus tokens.</translation>
  </message>
  <message>
   <source>Token + position</source>
   <translation>Token + posición</translation>
  </message>
  <message>
   <source>Token embedding</source>
   <translation>Embedding de tokens</translation>
  </message>
  <message>
   <source>Token vector plus position vector{normed}: the input of the first layer.</source>
   <translation>Vector del token más vector de la posición{normed}: la entrada de la primera capa.</translation>
  </message>
  <message>
   <source>Two linear layers with {activation} between</source>
   <translation>Dos capas lineales con {activation} en medio</translation>
  </message>
  <message>
   <source>Two linear layers with {activation} between; a third one multiplies the hidden units</source>
   <translation>Dos capas lineales con {activation} en medio; una tercera multiplica las unidades ocultas</translation>
  </message>
  <message>
   <source>Values V</source>
   <translation>Valores V</translation>
  </message>
  <message>
   <source>Weights · V</source>
   <translation>Pesos · V</translation>
  </message>
  <message>
   <source>What is written at each step: the token chosen from the softmax.</source>
   <translation>Lo que se escribe en cada paso: el token elegido del softmax.</translation>
  </message>
  <message>
   <source>What the decoder has read: the start token, then what was written, one step later.</source>
   <translation>Lo que ha leído el decodificador: el token de inicio y después lo escrito, un paso más tarde.</translation>
  </message>
  <message>
   <source>Written</source>
   <translation>Escrito</translation>
  </message>
  <message>
   <source>decoder only</source>
   <translation>solo decodificador</translation>
  </message>
  <message>
   <source>divided by its root mean square</source>
   <translation>dividida por su raíz cuadrática media</translation>
  </message>
  <message>
   <source>each unit minus its mean over all rows in training, divided by its standard deviation there</source>
   <translation>cada unidad menos su media sobre todas las filas del entrenamiento, dividida por su desviación típica allí</translation>
  </message>
  <message>
   <source>encoder and decoder</source>
   <translation>codificador y decodificador</translation>
  </message>
  <message>
   <source>encoder only</source>
   <translation>solo codificador</translation>
  </message>
  <message>
   <source>exp of each logit, divided by their sum: the probability of every next token.</source>
   <translation>exp de cada logit, dividida por su suma: la probabilidad de cada token siguiente.</translation>
  </message>
  <message>
   <source>head {head} off</source>
   <translation>cabeza {head} apagada</translation>
  </message>
  <message>
   <source>heads {names} off</source>
   <translation>cabezas {names} apagadas</translation>
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation</source>
   <translation>menos su media, dividida por su desviación típica</translation>
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation (with D − 1) plus ε</source>
   <translation>menos su media, dividida por su desviación típica (con D − 1) más ε</translation>
  </message>
  <message>
   <source>minus its mean, divided by its standard deviation (with D − 1) plus ε; one scale for all units</source>
   <translation>menos su media, dividida por su desviación típica (con D − 1) más ε; una sola escala para todas las unidades</translation>
  </message>
  <message>
   <source>norm after each sub-layer</source>
   <translation>norma después de cada subcapa</translation>
  </message>
  <message>
   <source>norm before each sub-layer</source>
   <translation>norma antes de cada subcapa</translation>
  </message>
  <message>
   <source>one table</source>
   <translation>una tabla</translation>
  </message>
  <message>
   <source>one table for source, target and output</source>
   <translation>una tabla para origen, destino y salida</translation>
  </message>
  <message>
   <source>one table for target and output</source>
   <translation>una tabla para destino y salida</translation>
  </message>
  <message>
   <source>one table, shared</source>
   <translation>una tabla, compartida</translation>
  </message>
  <message>
   <source>parts of the model</source>
   <translation>partes del modelo</translation>
  </message>
  <message>
   <source>separate tables for source, target, output</source>
   <translation>tablas separadas para origen, destino y salida</translation>
  </message>
  <message>
   <source>shared</source>
   <translation>compartida</translation>
  </message>
  <message>
   <source>source tokens</source>
   <translation>tokens del origen</translation>
  </message>
  <message>
   <source>target rows</source>
   <translation>filas del destino</translation>
  </message>
  <message>
   <source>the numbers of {name}</source>
   <translation>los números de {name}</translation>
  </message>
  <message>
   <source>vocabulary</source>
   <translation>vocabulario</translation>
  </message>
  <message>
   <source>width</source>
   <translation>anchura</translation>
  </message>
  <message>
   <source>width of a head</source>
   <translation>anchura de una cabeza</translation>
  </message>
  <message>
   <source>width {width}</source>
   <translation>anchura {width}</translation>
  </message>
  <message>
   <source>x + f(x): the sub-layer's output is added to its input.</source>
   <translation>x + f(x): la salida de la subcapa se suma a su entrada.</translation>
  </message>
  <message>
   <source>{count:,} parameters: encoder layers {encoder}, decoder layers {decoder}, tables {tables}</source>
   <translation>{count:,} parámetros: capas del codificador {encoder}, capas del decodificador {decoder}, tablas {tables}</translation>
  </message>
  <message>
   <source>{count} par.</source>
   <translation>{count} par.</translation>
  </message>
  <message>
   <source>{count} parameters</source>
   <translation>{count} parámetros</translation>
  </message>
  <message>
   <source>{feed_forward}, applied to every token alike: D → F → D.</source>
   <translation>{feed_forward}, igual para cada token: D → F → D.</translation>
  </message>
  <message>
   <source>{heads} of width {width}.</source>
   <translation>{heads} de anchura {width}.</translation>
  </message>
  <message>
   <source>{hidden} where a query may not read a key: what comes later, padding, what you forbid.{leaks}</source>
   <translation>{hidden} donde una consulta no puede leer una clave: lo que viene después, el relleno, lo que prohíbes.{leaks}</translation>
  </message>
 </context>
 <context>
  <name>views/model/variant</name>
  <message>
   <source>Batch norm</source>
   <translation>Norma de lote</translation>
  </message>
  <message>
   <source>GELU by tanh</source>
   <translation>GELU con tanh</translation>
  </message>
  <message>
   <source>Layer norm</source>
   <translation>Norma de capa</translation>
  </message>
  <message>
   <source>Layer norm, unbiased</source>
   <translation>Norma de capa, no sesgada</translation>
  </message>
  <message>
   <source>Norm with one scale</source>
   <translation>Norma con una sola escala</translation>
  </message>
  <message>
   <source>RMS norm: the mean is not subtracted</source>
   <translation>norma RMS: no se resta la media</translation>
  </message>
  <message>
   <source>a bias for each entry of the output</source>
   <translation>un sesgo por cada entrada de la salida</translation>
  </message>
  <message>
   <source>a bias in the heads' joint projection</source>
   <translation>un sesgo en la proyección conjunta de las cabezas</translation>
  </message>
  <message>
   <source>a learned number per head and distance instead of positions, {count} buckets up to {reach:,} tokens</source>
   <translation>un número aprendido por cabeza y distancia en lugar de posiciones, {count} intervalos hasta {reach:,} tokens</translation>
  </message>
  <message>
   <source>a norm on token + position</source>
   <translation>una norma sobre token + posición</translation>
  </message>
  <message>
   <source>batch norm: over all rows, each unit separately</source>
   <translation>norma de lote: sobre todas las filas, cada unidad por su cuenta</translation>
  </message>
  <message>
   <source>embeddings unscaled, not times √D</source>
   <translation>embeddings tal cual, sin multiplicar por √D</translation>
  </message>
  <message>
   <source>end</source>
   <translation>final</translation>
  </message>
  <message>
   <source>gated feed-forward</source>
   <translation>red densa con compuerta</translation>
  </message>
  <message>
   <source>learned positions</source>
   <translation>posiciones aprendidas</translation>
  </message>
  <message>
   <source>learned positions, {count} rows before the first</source>
   <translation>posiciones aprendidas, {count} filas antes de la primera</translation>
  </message>
  <message>
   <source>masked scores become {value} before division, not −∞</source>
   <translation>las puntuaciones enmascaradas pasan a {value} antes de dividirse, no a −∞</translation>
  </message>
  <message>
   <source>masked scores become {value}, not −∞</source>
   <translation>las puntuaciones enmascaradas pasan a {value}, no a −∞</translation>
  </message>
  <message>
   <source>no bias in the heads' joint projection</source>
   <translation>sin sesgo en la proyección conjunta de las cabezas</translation>
  </message>
  <message>
   <source>no biases in q, k and v</source>
   <translation>sin sesgos en q, k y v</translation>
  </message>
  <message>
   <source>no biases in the feed-forward</source>
   <translation>sin sesgos en la red densa</translation>
  </message>
  <message>
   <source>no final norms</source>
   <translation>sin normas finales</translation>
  </message>
  <message>
   <source>no positions: order is lost</source>
   <translation>sin posiciones: se pierde el orden</translation>
  </message>
  <message>
   <source>norms after each sub-layer (post-norm)</source>
   <translation>normas después de cada subcapa (post-norma)</translation>
  </message>
  <message>
   <source>norms with one scale for all units, standard deviation with D − 1</source>
   <translation>normas con una sola escala para todas las unidades, desviación típica con D − 1</translation>
  </message>
  <message>
   <source>norms without a shift</source>
   <translation>normas sin desplazamiento</translation>
  </message>
  <message>
   <source>one table for target and output, another for the source</source>
   <translation>una tabla para destino y salida, otra para el origen</translation>
  </message>
  <message>
   <source>output times {factor} before its projection</source>
   <translation>salida por {factor} antes de su proyección</translation>
  </message>
  <message>
   <source>positions with base {base:,g}</source>
   <translation>posiciones de base {base:,g}</translation>
  </message>
  <message>
   <source>queries and keys of {count} units per head</source>
   <translation>consultas y claves de {count} unidades por cabeza</translation>
  </message>
  <message>
   <source>scores are not divided</source>
   <translation>las puntuaciones no se dividen</translation>
  </message>
  <message>
   <source>scores ÷ √D = √{width}, the model's width</source>
   <translation>puntuaciones ÷ √D = √{width}, la anchura del modelo</translation>
  </message>
  <message>
   <source>separate tables for source, target and output</source>
   <translation>tablas separadas para origen, destino y salida</translation>
  </message>
  <message>
   <source>sines and cosines in halves</source>
   <translation>senos y cosenos en mitades</translation>
  </message>
  <message>
   <source>standard deviation in norms with D − 1, ε outside the root</source>
   <translation>desviación típica de las normas con D − 1, ε fuera de la raíz</translation>
  </message>
  <message>
   <source>token ids: {ids}</source>
   <translation>identificadores de token: {ids}</translation>
  </message>
  <message>
   <source>unknown</source>
   <translation>desconocido</translation>
  </message>
  <message>
   <source>values of {count} units per head</source>
   <translation>valores de {count} unidades por cabeza</translation>
  </message>
  <message>
   <source>which hides nothing</source>
   <translation>que no oculta nada</translation>
  </message>
  <message>
   <source>which may let some weight through</source>
   <translation>que puede dejar pasar algo de peso</translation>
  </message>
  <message>
   <source>{activation} in the feed-forward</source>
   <translation>{activation} en la red densa</translation>
  </message>
  <message>
   <source>{count:,} hidden units in the decoder's feed-forward</source>
   <translation>{count:,} unidades ocultas en la red densa del decodificador</translation>
  </message>
  <message>
   <source>{count} heads in the decoder's layers</source>
   <translation>{count} cabezas en las capas del decodificador</translation>
  </message>
  <message>
   <source>ε of norms {number}</source>
   <translation>ε de las normas {number}</translation>
  </message>
 </context>
 <context>
  <name>views/model/view</name>
  <message>
   <source>Family</source>
   <translation>Familia</translation>
  </message>
  <message>
   <source>Inside attention</source>
   <translation>Dentro de la atención</translation>
  </message>
  <message>
   <source>Layers</source>
   <translation>Capas</translation>
  </message>
  <message>
   <source>Leaves out what models of another family lack.</source>
   <translation>Deja fuera lo que les falta a los modelos de otra familia.</translation>
  </message>
  <message>
   <source>Numbers of this box</source>
   <translation>Números de esta caja</translation>
  </message>
  <message>
   <source>Shows scaled dot-product attention step by step, where selected.</source>
   <translation>Muestra la atención de producto escalar escalado paso a paso, donde está seleccionada.</translation>
  </message>
  <message>
   <source>The model appears here as soon as there is a sentence.</source>
   <translation>El modelo aparece aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>The path of the text, from bottom to top; the encoder’s memory goes into every decoder layer. Click a box for its live numbers.</source>
   <translation>El camino del texto, de abajo arriba; la memoria del codificador entra en cada capa del decodificador. Un clic en una caja muestra sus números en vivo.</translation>
  </message>
  <message>
   <source>Unlike the default model:</source>
   <translation>A diferencia del modelo por defecto:</translation>
  </message>
  <message>
   <source>Unlike the default: {differences}.</source>
   <translation>A diferencia del de por defecto: {differences}.</translation>
  </message>
  <message>
   <source>Variant</source>
   <translation>Variante</translation>
  </message>
  <message>
   <source>Which layers are drawn with all their parts; click a layer to expand or collapse it.</source>
   <translation>Qué capas se dibujan con todas sus partes; un clic en una capa la despliega o la pliega.</translation>
  </message>
  <message>
   <source>all closed</source>
   <translation>todas plegadas</translation>
  </message>
  <message>
   <source>all open</source>
   <translation>todas abiertas</translation>
  </message>
  <message>
   <source>selected one open</source>
   <translation>abierta la elegida</translation>
  </message>
  <message>
   <source>set by hand</source>
   <translation>a mano</translation>
  </message>
 </context>
 <context>
  <name>views/model/weight_panel</name>
  <message>
   <source>Close the weights</source>
   <translation>Cerrar los pesos</translation>
  </message>
  <message>
   <source>Closes the weights to make room for the diagram. (Esc)</source>
   <translation>Cierra los pesos y deja sitio al diagrama. (Esc)</translation>
  </message>
  <message>
   <source>Distribution of the numbers</source>
   <translation>Distribución de los números</translation>
  </message>
  <message>
   <source>Point at a number to read it; wheel to zoom, double-click to show all.</source>
   <translation>Señala un número para leerlo; la rueda amplía, un doble clic muestra todo.</translation>
  </message>
  <message>
   <source>Singular values</source>
   <translation>Valores singulares</translation>
  </message>
  <message>
   <source>Weights</source>
   <translation>Pesos</translation>
  </message>
  <message>
   <source>Weights · {name}</source>
   <translation>Pesos · {name}</translation>
  </message>
  <message>
   <source>What passes through this box in this sentence, or its trained weights.</source>
   <translation>Lo que pasa por esta caja en esta frase, o sus pesos entrenados.</translation>
  </message>
  <message>
   <source>distribution of the numbers, from {least} to {most}</source>
   <translation>distribución de los números, de {least} a {most}</translation>
  </message>
  <message>
   <source>drawn: the first {count:,}</source>
   <translation>dibujados: los primeros {count:,}</translation>
  </message>
  <message>
   <source>length √Σw²</source>
   <translation>longitud √Σw²</translation>
  </message>
  <message>
   <source>row {row}, column {column}: {number}</source>
   <translation>fila {row}, columna {column}: {number}</translation>
  </message>
  <message>
   <source>singular value {at} of {count}: {number}</source>
   <translation>valor singular {at} de {count}: {number}</translation>
  </message>
  <message>
   <source>singular values, {first} to {last}</source>
   <translation>valores singulares, de {first} a {last}</translation>
  </message>
  <message>
   <source>{least} to {most}: {count:,} of {total:,}</source>
   <translation>de {least} a {most}: {count:,} de {total:,}</translation>
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
   <source>What each head adds to a score, by distance from the row's token to the one it reads</source>
   <translation>Qué suma cada cabeza a una puntuación, según la distancia del token de la fila al que lee</translation>
  </message>
  <message>
   <source>What the selected head adds to each score, row by column</source>
   <translation>Qué suma la cabeza elegida a cada puntuación, fila por columna</translation>
  </message>
  <message>
   <source>from position {row} to position {column}, {distance:+d}</source>
   <translation>de la posición {row} a la posición {column}, {distance:+d}</translation>
  </message>
  <message>
   <source>head {head}, in every layer</source>
   <translation>cabeza {head}, en todas las capas</translation>
  </message>
  <message>
   <source>head {head}: {number}</source>
   <translation>cabeza {head}: {number}</translation>
  </message>
  <message>
   <source>to itself</source>
   <translation>a sí mismo</translation>
  </message>
  <message>
   <source>to the token {distance} earlier</source>
   <translation>al token {distance} lugares antes</translation>
  </message>
  <message>
   <source>to the token {distance} later</source>
   <translation>al token {distance} lugares después</translation>
  </message>
 </context>
 <context>
  <name>views/positions/edits</name>
  <message>
   <source>(in the decoder only)</source>
   <translation>(solo en el decodificador)</translation>
  </message>
  <message>
   <source>(in the encoder only)</source>
   <translation>(solo en el codificador)</translation>
  </message>
  <message>
   <source>In the picture only: the model runs with its own.</source>
   <translation>Solo en la imagen: el modelo usa las suyas.</translation>
  </message>
  <message>
   <source>Picture only, in another size: this model's width is {width}, its length {length}.</source>
   <translation>Solo la imagen, de otro tamaño: la anchura de este modelo es {width}; su longitud, {length}.</translation>
  </message>
  <message>
   <source>The translation follows.</source>
   <translation>La traducción las sigue.</translation>
  </message>
  <message>
   <source>With nothing in the table, another order or shift changes nothing.</source>
   <translation>Como la tabla no tiene nada, otro orden u otro desplazamiento no cambian nada.</translation>
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
   <source>each position reads another row of the table: {order}</source>
   <translation>cada posición lee otra fila de la tabla: {order}</translation>
  </message>
  <message>
   <source>every position reads the row {places} earlier, the first ones the table's last</source>
   <translation>cada posición lee la fila que está {places} antes; las primeras, las últimas de la tabla</translation>
  </message>
  <message>
   <source>every position reads the row {places} later</source>
   <translation>cada posición lee la fila {places} lugares después</translation>
  </message>
  <message>
   <source>order comes only from distances, added to the scores</source>
   <translation>solo las distancias, sumadas a las puntuaciones, indican el orden</translation>
  </message>
  <message>
   <source>shifted by {places}</source>
   <translation>desplazadas {places}</translation>
  </message>
  <message>
   <source>the same words look alike in any order</source>
   <translation>las mismas palabras en cualquier orden parecen iguales</translation>
  </message>
  <message>
   <source>then that order is shifted by {places}</source>
   <translation>después ese orden se desplaza {places}</translation>
  </message>
  <message>
   <source>{positions} · picture only</source>
   <translation>{positions} · solo la imagen</translation>
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
   <source>Click a cell to draw its dimension as a curve; click a row's number to see that token's sum.</source>
   <translation>Un clic en una celda dibuja su dimensión como curva; un clic en el número de una fila muestra la suma de ese token.</translation>
  </message>
  <message>
   <source>Curves of the selected dimensions over position</source>
   <translation>Curvas de las dimensiones elegidas según la posición</translation>
  </message>
  <message>
   <source>Dimensions</source>
   <translation>Dimensiones</translation>
  </message>
  <message>
   <source>Dimensions to draw, separated by commas; click the table to add one.</source>
   <translation>Dimensiones que se dibujan, separadas por comas; un clic en la tabla añade una.</translation>
  </message>
  <message>
   <source>Dot product by distance</source>
   <translation>Producto escalar por distancia</translation>
  </message>
  <message>
   <source>Dot product of every pair of positions</source>
   <translation>Producto escalar de cada dos posiciones</translation>
  </message>
  <message>
   <source>Dot product of two positions by distance</source>
   <translation>Producto escalar de dos posiciones según su distancia</translation>
  </message>
  <message>
   <source>Line: mean over all pairs at this distance; pale: plus and minus their standard deviation.</source>
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
   <source>The dot product depends only on the distance.</source>
   <translation>El producto escalar depende solo de la distancia.</translation>
  </message>
  <message>
   <source>The dot product of every pair of position vectors.</source>
   <translation>El producto escalar de los vectores de cada dos posiciones.</translation>
  </message>
  <message>
   <source>across: position</source>
   <translation>en horizontal: posición</translation>
  </message>
  <message>
   <source>all pairs at a distance are equal</source>
   <translation>igual a igual distancia</translation>
  </message>
  <message>
   <source>dim {dimension}</source>
   <translation>dim {dimension}</translation>
  </message>
  <message>
   <source>dimensions</source>
   <translation>dimensiones</translation>
  </message>
  <message>
   <source>first {rows} of {count} positions</source>
   <translation>primeras {rows} de {count} posiciones</translation>
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
   <source>shaded: this sentence</source>
   <translation>sombreado: esta frase</translation>
  </message>
  <message>
   <source>the {rows} positions of this sentence</source>
   <translation>las {rows} posiciones de esta frase</translation>
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
   <source>{distance} apart: mean dot product {mean} over {pairs:,} pairs, ± {spread:.3g}</source>
   <translation>a distancia {distance}: producto escalar {mean} de media en {pairs:,} pares, ± {spread:.3g}</translation>
  </message>
  <message>
   <source>{picture}. Shift+arrow keys move along it.</source>
   <translation>{picture}. Mayús+flechas la recorren.</translation>
  </message>
  <message>
   <source>{reason}. The curves are unchanged.</source>
   <translation>{reason}. Las curvas quedan como estaban.</translation>
  </message>
  <message>
   <source>{rows} positions</source>
   <translation>{rows} posiciones</translation>
  </message>
  <message>
   <source>{rows} × {width} dimensions</source>
   <translation>{rows} × {width} dimensiones</translation>
  </message>
 </context>
 <context>
  <name>views/positions/position_table</name>
  <message>
   <source>At most {number} dimensions can be told apart by colour</source>
   <translation>Como máximo se distinguen {number} dimensiones por su color</translation>
  </message>
  <message>
   <source>Dimensions are whole numbers from 0 to {last}, separated by commas</source>
   <translation>Las dimensiones son números enteros de 0 a {last}, separados por comas</translation>
  </message>
  <message>
   <source>Each position has {vector}; it is added to the token’s vector, so that the model knows the order.</source>
   <translation>Cada posición tiene {vector}; se suma al vector del token para que el modelo conozca el orden.</translation>
  </message>
  <message>
   <source>This model adds nothing for positions: all numbers are 0, and only the decoder’s mask gives a hint of order.</source>
   <translation>Este modelo no suma nada por las posiciones: todos los números son 0, y solo la máscara del decodificador da una pista del orden.</translation>
  </message>
  <message>
   <source>This model adds nothing to the token vectors: self-attention adds a learned number to each score, by the distance between the two tokens.</source>
   <translation>Este modelo no suma nada a los vectores de los tokens: la autoatención suma a cada puntuación un número aprendido según la distancia entre los dos tokens.</translation>
  </message>
  <message>
   <source>a cosine that repeats every {number:,.1f} positions</source>
   <translation>un coseno que se repite cada {number:,.1f} posiciones</translation>
  </message>
  <message>
   <source>a learned vector (width {width})</source>
   <translation>un vector aprendido (anchura {width})</translation>
  </message>
  <message>
   <source>a sine that repeats every {number:,.1f} positions</source>
   <translation>un seno que se repite cada {number:,.1f} posiciones</translation>
  </message>
  <message>
   <source>a vector of waves (width {width}, base {base:,.0f})</source>
   <translation>un vector de ondas (anchura {width}, base {base:,.0f})</translation>
  </message>
  <message>
   <source>a vector of waves (width {width}, base {base:,.0f}, sines before cosines)</source>
   <translation>un vector de ondas (anchura {width}, base {base:,.0f}, senos antes que cosenos)</translation>
  </message>
  <message>
   <source>position {position}</source>
   <translation>posición {position}</translation>
  </message>
  <message>
   <source>row {row} of the table</source>
   <translation>fila {row} de la tabla</translation>
  </message>
 </context>
 <context>
  <name>views/positions/sum_table</name>
  <message>
   <source>+ position {position}</source>
   <translation>+ posición {position}</translation>
  </message>
  <message>
   <source>In this model a norm follows the sum; the normalised sum is the input of the first layer.</source>
   <translation>En este modelo sigue una norma a la suma; la suma normalizada es la entrada de la primera capa.</translation>
  </message>
  <message>
   <source>The token whose sum is shown.</source>
   <translation>El token cuya suma se muestra.</translation>
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
   <source>Token + position = {total}</source>
   <translation>Token + posición = {total}</translation>
  </message>
  <message>
   <source>Token and position, summed</source>
   <translation>Token y posición, sumados</translation>
  </message>
  <message>
   <source>dim</source>
   <comment>short for dimension</comment>
   <translation>dim</translation>
  </message>
  <message>
   <source>input</source>
   <translation>entrada</translation>
  </message>
  <message>
   <source>largest difference {error:.1e}, from float32 rounding.</source>
   <translation>mayor diferencia {error:.1e}, por el redondeo de float32.</translation>
  </message>
  <message>
   <source>✓ equals the recorded {total}</source>
   <translation>✓ igual a la {total} grabada</translation>
  </message>
  <message>
   <source>✓ equals the recorded {total} in all {width} dimensions</source>
   <translation>✓ igual a la {total} grabada en las {width} dimensiones</translation>
  </message>
  <message>
   <source>✗ differs from the recorded {total} by up to {error:.2g}</source>
   <translation>✗ difiere de la {total} grabada en hasta {error:.2g}</translation>
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
   <source>Every position reads the row this many places further on.</source>
   <translation>Cada posición lee la fila situada tantos lugares más adelante.</translation>
  </message>
  <message>
   <source>For sinusoids: the larger it is, the longer the slow waves.</source>
   <translation>Para sinusoides: cuanto mayor es, más largas son las ondas lentas.</translation>
  </message>
  <message>
   <source>Length of the picture</source>
   <translation>Longitud de la imagen</translation>
  </message>
  <message>
   <source>On: the model runs with these positions. Off: they are only drawn.</source>
   <translation>Activado: el modelo usa estas posiciones. Desactivado: solo se dibujan.</translation>
  </message>
  <message>
   <source>Order</source>
   <translation>Orden</translation>
  </message>
  <message>
   <source>Reset positions</source>
   <translation>Restablecer posiciones</translation>
  </message>
  <message>
   <source>Restores the model's own positions. Ctrl+Z brings the edits back.</source>
   <translation>Restaura las posiciones propias del modelo. Ctrl+Z recupera los cambios.</translation>
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
   <source>Where the position vectors come from.</source>
   <translation>De dónde salen los vectores de las posiciones.</translation>
  </message>
  <message>
   <source>Which position reads which row of the table.</source>
   <translation>Qué posición lee qué fila de la tabla.</translation>
  </message>
  <message>
   <source>Which stack's positions are changed.</source>
   <translation>De qué pila se cambian las posiciones.</translation>
  </message>
  <message>
   <source>Width of the picture</source>
   <translation>Anchura de la imagen</translation>
  </message>
  <message>
   <source>as the model: {count}</source>
   <translation>como el modelo: {count}</translation>
  </message>
 </context>
 <context>
  <name>views/positions/view</name>
  <message>
   <source>Each position has a vector, added to the token’s vector, so that the model knows the order.</source>
   <translation>Cada posición tiene un vector, que se suma al del token para que el modelo conozca el orden.</translation>
  </message>
  <message>
   <source>Everything that fits, or one part alone: curves, table with similarity, or the sum.</source>
   <translation>Todo lo que cabe, o una parte sola: curvas, tabla con parecido, o la suma.</translation>
  </message>
  <message>
   <source>Positions appear here as soon as there is a sentence.</source>
   <translation>Las posiciones aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>Positions were not recorded in this run.</source>
   <translation>En esta ejecución no se grabaron las posiciones.</translation>
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
   <source>Which positions of the table are drawn: the sentence's, 64, or all.</source>
   <translation>Posiciones de la tabla que se dibujan: las de la frase, 64 o todas.</translation>
  </message>
  <message>
   <source>all</source>
   <comment>of the rows</comment>
   <translation>todas</translation>
  </message>
  <message>
   <source>curves</source>
   <translation>curvas</translation>
  </message>
  <message>
   <source>how this model encodes positions</source>
   <translation>cómo codifica este modelo las posiciones</translation>
  </message>
  <message>
   <source>own positions</source>
   <translation>posiciones propias</translation>
  </message>
  <message>
   <source>table</source>
   <translation>tabla</translation>
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
   <translation>Por distancia</translation>
  </message>
  <message>
   <source>Weight by distance, in tokens</source>
   <translation>Peso por distancia, en tokens</translation>
  </message>
  <message>
   <source>the token itself</source>
   <translation>el propio token</translation>
  </message>
  <message>
   <source>up to {percent:.0f} %</source>
   <translation>hasta {percent:.0f} %</translation>
  </message>
  <message>
   <source>{percent:.1f} % of a row's weight</source>
   <translation>{percent:.1f} % del peso de una fila</translation>
  </message>
  <message>
   <source>{tokens} earlier</source>
   <translation>{tokens} antes</translation>
  </message>
  <message>
   <source>{tokens} later</source>
   <translation>{tokens} después</translation>
  </message>
 </context>
 <context>
  <name>views/survey/export</name>
  <message>
   <source>heads by similarity</source>
   <translation>cabezas según su parecido</translation>
  </message>
  <message>
   <source>survey of {sentences}</source>
   <translation>estudio de {sentences}</translation>
  </message>
 </context>
 <context>
  <name>views/survey/head_summary</name>
  <message>
   <source>highest of {count}</source>
   <translation>la más alta de {count}</translation>
  </message>
  <message>
   <source>lowest of {count}</source>
   <translation>la más baja de {count}</translation>
  </message>
  <message>
   <source>only head</source>
   <translation>única cabeza</translation>
  </message>
  <message>
   <source>the same in all {count}</source>
   <translation>igual en las {count}</translation>
  </message>
  <message>
   <source>{rank}nd of {count}</source>
   <translation>{rank}.ª de {count}</translation>
  </message>
  <message>
   <source>{rank}rd of {count}</source>
   <translation>{rank}.ª de {count}</translation>
  </message>
  <message>
   <source>{rank}st of {count}</source>
   <translation>{rank}.ª de {count}</translation>
  </message>
  <message>
   <source>{rank}th of {count}</source>
   <translation>{rank}.ª de {count}</translation>
  </message>
 </context>
 <context>
  <name>views/survey/likeness</name>
  <message>
   <source>Heads are compared only in attentions with at most {most}; this one has {heads:,}.</source>
   <translation>Se comparan cabezas donde una atención tiene como mucho {most}; esta tiene {heads:,}.</translation>
  </message>
  <message>
   <source>How alike heads read: the Jensen–Shannon divergence of their rows.</source>
   <translation>Cuánto se parecen las cabezas al leer: la divergencia de Jensen–Shannon de sus filas.</translation>
  </message>
  <message>
   <source>Jensen–Shannon divergence of heads, mean over {rows:,} rows</source>
   <translation>divergencia de Jensen–Shannon de las cabezas, media de {rows:,} filas</translation>
  </message>
  <message>
   <source>Jensen–Shannon divergence of two heads' rows in bits, mean over {rows:,} rows: 0 means alike, 1 never the same token. Order: average linkage. Map: classical scaling to two dimensions, which show {share:.0f} % of the squared distances.</source>
   <translation>Divergencia de Jensen–Shannon de las filas de dos cabezas en bits, media de {rows:,} filas: 0 es igual, 1 nunca el mismo token. Orden: enlace medio. Mapa: escalado clásico a dos dimensiones, que muestran el {share:.0f} % de las distancias al cuadrado.</translation>
  </message>
  <message>
   <source>Some attention weights are not numbers, so the heads cannot be compared.</source>
   <translation>Algunos pesos de atención no son números; por eso no se pueden comparar las cabezas.</translation>
  </message>
  <message>
   <source>This attention has one head in all: there is no other to compare it with.</source>
   <translation>Esta atención tiene una sola cabeza: no hay otra con la que compararla.</translation>
  </message>
  <message>
   <source>This survey was made by an earlier version, which did not compare heads. Make it again to compare them.</source>
   <translation>Este estudio se hizo con una versión anterior, que no comparaba cabezas. Hazlo de nuevo para compararlas.</translation>
  </message>
  <message>
   <source>This text is too long to compare all heads at once. A survey compares them over many sentences.</source>
   <translation>Este texto es demasiado largo para comparar todas las cabezas a la vez. Un estudio las compara sobre muchas frases.</translation>
  </message>
  <message>
   <source>{head} and {other}: {apart:.2f} bits apart</source>
   <translation>{head} y {other}: a {apart:.2f} bits</translation>
  </message>
  <message>
   <source>{head}: reads most like {other}, {apart:.2f} bits apart</source>
   <translation>{head}: la que lee más parecido es {other}, a {apart:.2f} bits</translation>
  </message>
 </context>
 <context>
  <name>views/survey/likeness_page</name>
  <message>
   <source>Click to select head {head}.</source>
   <translation>Un clic elige la cabeza {head}.</translation>
  </message>
  <message>
   <source>Each point is a head; nearby ones read alike. Click to open a head.</source>
   <translation>Cada punto es una cabeza; las cercanas leen parecido. Un clic abre una cabeza.</translation>
  </message>
  <message>
   <source>Heads in a plane, similar ones close together</source>
   <translation>Cabezas en un plano, las parecidas cerca</translation>
  </message>
  <message>
   <source>How alike heads read, pair by pair</source>
   <translation>Cuánto se parecen las cabezas al leer, de dos en dos</translation>
  </message>
  <message>
   <source>Rows and columns are heads, similar ones side by side. Click to open a head.</source>
   <translation>Filas y columnas son cabezas, las parecidas una junto a otra. Un clic abre una cabeza.</translation>
  </message>
  <message>
   <source>bits apart</source>
   <translation>bits de distancia</translation>
  </message>
 </context>
 <context>
  <name>views/survey/measure_strips</name>
  <message>
   <source>Measures of the head</source>
   <translation>Medidas de la cabeza</translation>
  </message>
  <message>
   <source>in “{text}”</source>
   <translation>en “{text}”</translation>
  </message>
  <message>
   <source>other heads</source>
   <translation>otras cabezas</translation>
  </message>
  <message>
   <source>others</source>
   <comment>heads</comment>
   <translation>otras</translation>
  </message>
  <message>
   <source>this text</source>
   <translation>este texto</translation>
  </message>
 </context>
 <context>
  <name>views/survey/pattern_map</name>
  <message>
   <source>Average pattern of the head</source>
   <translation>Patrón medio de la cabeza</translation>
  </message>
  <message>
   <source>Point at a position: its share of the weight. Shift+arrow keys move it.</source>
   <translation>Señala una posición: su parte del peso. Mayús+flechas la mueven.</translation>
  </message>
  <message>
   <source>of the weight; hatched: comes later</source>
   <translation>del peso; rayado: viene después</translation>
  </message>
  <message>
   <source>of the weight; if even: {percent:.1f} %</source>
   <translation>del peso; uniforme: {percent:.1f} %</translation>
  </message>
  <message>
   <source>position in the source</source>
   <translation>posición en el origen</translation>
  </message>
  <message>
   <source>position in the target</source>
   <translation>posición en el destino</translation>
  </message>
  <message>
   <source>read in the source</source>
   <translation>leído en el origen</translation>
  </message>
  <message>
   <source>read in the target</source>
   <translation>leído en el destino</translation>
  </message>
 </context>
 <context>
  <name>views/survey/sentence_list</name>
  <message>
   <source>Click a sentence to open it live; or use the arrow keys and Enter.</source>
   <translation>Un clic en una frase la abre en vivo; las flechas e Intro hacen lo mismo.</translation>
  </message>
  <message>
   <source>Click to open the survey's model with this sentence and see what the head does in it.</source>
   <translation>Un clic abre el modelo del estudio con esta frase y muestra qué hace en ella la cabeza.</translation>
  </message>
  <message>
   <source>Click to translate this sentence now and see what the head does in it.</source>
   <translation>Un clic traduce ahora esta frase y muestra qué hace en ella la cabeza.</translation>
  </message>
  <message>
   <source>Sentences that show the head most clearly</source>
   <translation>Frases en que la cabeza es más típica</translation>
  </message>
 </context>
 <context>
  <name>views/survey/text</name>
  <message>
   <source>It {does}. Its weight {over}: rows are positions {in_rows}, columns the positions {in_columns} it reads.</source>
   <translation>Esta cabeza {does}. Su peso {over}: las filas son posiciones {in_rows}; las columnas, las posiciones {in_columns} que lee.</translation>
  </message>
  <message>
   <source>No survey of this model is open: this is a single sentence, “{text}”</source>
   <translation>No hay abierto ningún estudio de este modelo: esta es una sola frase, “{text}”</translation>
  </message>
  <message>
   <source>Survey of {model} · {sentences} of {files} · {targets}</source>
   <translation>Estudio de {model} · {sentences} de {files} · {targets}</translation>
  </message>
  <message>
   <source>The previous survey stays.</source>
   <translation>Queda el estudio anterior.</translation>
  </message>
  <message>
   <source>The sentences below are ranked by this measure.</source>
   <translation>Las frases de abajo se ordenan por esta medida.</translation>
  </message>
  <message>
   <source>This survey belongs to “{name}” ({hash}); the loaded model is {loaded}.</source>
   <translation>Este estudio es de “{name}” ({hash}); el modelo cargado es {loaded}.</translation>
  </message>
  <message>
   <source>another model of that name</source>
   <translation>otro modelo con ese nombre</translation>
  </message>
  <message>
   <source>in the current sentence {number}</source>
   <translation>en la frase actual {number}</translation>
  </message>
  <message>
   <source>in the source</source>
   <translation>en el origen</translation>
  </message>
  <message>
   <source>in the target</source>
   <translation>en el destino</translation>
  </message>
  <message>
   <source>in these sentences</source>
   <translation>en estas frases</translation>
  </message>
  <message>
   <source>in this sentence</source>
   <translation>en esta frase</translation>
  </message>
  <message>
   <source>layer {layer}, head {head}: {name}, it {does}</source>
   <translation>capa {layer}, cabeza {head}: {name}, {does}</translation>
  </message>
  <message>
   <source>of the source</source>
   <translation>del origen</translation>
  </message>
  <message>
   <source>of the target</source>
   <translation>del destino</translation>
  </message>
  <message>
   <source>on average over {sentences}</source>
   <translation>de media en {sentences}</translation>
  </message>
  <message>
   <source>the file's targets were read</source>
   <translation>se leyeron los destinos del archivo</translation>
  </message>
  <message>
   <source>the model wrote the targets</source>
   <translation>el modelo escribió los destinos</translation>
  </message>
  <message>
   <source>this head {number}, {rank}</source>
   <translation>esta cabeza {number}, {rank}</translation>
  </message>
  <message>
   <source>where its “{measure}” is highest</source>
   <translation>donde su “{measure}” es máxima</translation>
  </message>
  <message>
   <source>where its “{measure}” is lowest</source>
   <translation>donde su “{measure}” es mínima</translation>
  </message>
  <message>
   <source>{number:.2f} bits</source>
   <translation>{number:.2f} bits</translation>
  </message>
  <message>
   <source>{row} {of_rows} reads {column} {of_columns}</source>
   <translation>{row} {of_rows} lee {column} {of_columns}</translation>
  </message>
  <message>
   <source>{row} {of_rows} reads {column} {of_columns}: {share:.1f} % of its weight ({even:.1f} % if it were spread evenly)</source>
   <translation>{row} {of_rows} lee {column} {of_columns}: {share:.1f} % de su peso ({even:.1f} % si estuviera repartido por igual)</translation>
  </message>
  <message>
   <source>{share:.1f} % of its weight</source>
   <translation>{share:.1f} % de su peso</translation>
  </message>
  <message>
   <source>{where}, the measure that sets it apart most from the other heads</source>
   <translation>{where}, la medida en que más difiere de las demás cabezas</translation>
  </message>
  <message>
   <source>{where}: hence its name “{name}”</source>
   <translation>{where}: de ahí su nombre, “{name}”</translation>
  </message>
 </context>
 <context>
  <name>views/survey/toolbar</name>
  <message>
   <source>A survey averages every head over many sentences. Make one of this model:</source>
   <translation>Un estudio promedia cada cabeza sobre muchas frases. Para hacer uno de este modelo:</translation>
  </message>
  <message>
   <source>A survey averages heads over many sentences; a recording has only its own. Open a model to make one.</source>
   <translation>Un estudio promedia cabezas sobre muchas frases; una grabación solo tiene las suyas. Abre un modelo para hacer uno.</translation>
  </message>
  <message>
   <source>Asks for a file of sentence pairs and makes a survey.</source>
   <translation>Pide un archivo de pares de frases y hace un estudio.</translation>
  </message>
  <message>
   <source>Asks for a folder that holds a survey.json.</source>
   <translation>Pide una carpeta que contenga un survey.json.</translation>
  </message>
  <message>
   <source>Copies the command that makes a survey.</source>
   <translation>Copia el comando que hace un estudio.</translation>
  </message>
  <message>
   <source>Copy the command</source>
   <translation>Copiar el comando</translation>
  </message>
  <message>
   <source>Loads the model that this survey was made with.</source>
   <translation>Carga el modelo con el que se hizo este estudio.</translation>
  </message>
  <message>
   <source>Open a survey…</source>
   <translation>Abrir un estudio…</translation>
  </message>
  <message>
   <source>Open its model</source>
   <translation>Abrir su modelo</translation>
  </message>
  <message>
   <source>Restores the previous text.</source>
   <translation>Recupera el texto anterior.</translation>
  </message>
  <message>
   <source>See it live</source>
   <translation>Ver en vivo</translation>
  </message>
  <message>
   <source>See this head in Attention</source>
   <translation>Ver esta cabeza en Atención</translation>
  </message>
  <message>
   <source>Shows its map for the current sentence.</source>
   <translation>Muestra su mapa de la frase actual.</translation>
  </message>
  <message>
   <source>Survey a file…</source>
   <translation>Estudiar un archivo…</translation>
  </message>
 </context>
 <context>
  <name>views/survey/view</name>
  <message>
   <source>Clearest {where}. Click one to see it live.</source>
   <translation>Más típicas {where}. Un clic en una la muestra en vivo.</translation>
  </message>
  <message>
   <source>Click to select {head}.</source>
   <translation>Un clic elige {head}.</translation>
  </message>
  <message>
   <source>Every head's average pattern, in small.</source>
   <translation>El patrón medio de cada cabeza, pequeño.</translation>
  </message>
  <message>
   <source>How the heads on the left are sorted; by a measure, highest first, by entropy and breadth lowest first.</source>
   <translation>Cómo se ordenan las cabezas de la izquierda; según una medida, de mayor a menor; según la entropía y la amplitud, de menor a mayor.</translation>
  </message>
  <message>
   <source>Measures</source>
   <translation>Medidas</translation>
  </message>
  <message>
   <source>One head's average pattern, or how alike all heads of an attention read.</source>
   <translation>El patrón medio de una cabeza, o cuánto se parecen al leer todas las cabezas de una atención.</translation>
  </message>
  <message>
   <source>Pattern</source>
   <translation>Patrón</translation>
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to open it; arrow keys move.</source>
   <translation>Las filas son capas, las columnas son cabezas. Un clic en un mapa lo abre; muévete con las flechas.</translation>
  </message>
  <message>
   <source>Sentences</source>
   <translation>Frases</translation>
  </message>
  <message>
   <source>Sorted by</source>
   <translation>Ordenado por</translation>
  </message>
  <message>
   <source>Survey</source>
   <translation>Estudio</translation>
  </message>
  <message>
   <source>The average pattern of one head.</source>
   <translation>El patrón medio de una cabeza.</translation>
  </message>
  <message>
   <source>The heads of a survey appear here as soon as there is a sentence.</source>
   <translation>Las cabezas de un estudio aparecen aquí en cuanto hay una frase.</translation>
  </message>
  <message>
   <source>The sentences that show the head most clearly.</source>
   <translation>Las frases en que la cabeza es más típica.</translation>
  </message>
  <message>
   <source>There is nothing to average: not all of this text's maps are recorded.</source>
   <translation>No hay nada que promediar: no se grabaron todos los mapas de este texto.</translation>
  </message>
  <message>
   <source>What every head does on average over many sentences, and which of them show it most clearly.</source>
   <translation>Qué hace cada cabeza de media sobre muchas frases, y en cuáles es más típica.</translation>
  </message>
  <message>
   <source>What is shown</source>
   <translation>Qué se muestra</translation>
  </message>
  <message>
   <source>What the head does, in numbers next to the other heads'.</source>
   <translation>Qué hace la cabeza, en números junto a los de las demás.</translation>
  </message>
  <message>
   <source>the weights of every layer, which comparing heads requires</source>
   <translation>los pesos de todas las capas, que hacen falta para comparar cabezas</translation>
  </message>
 </context>
 <context>
  <name>views/train/bar</name>
  <message>
   <source>Asks first. Its whole folder is deleted; the open model stays open.</source>
   <translation>Pregunta antes. Se elimina toda su carpeta; el modelo abierto sigue abierto.</translation>
  </message>
  <message>
   <source>Asks for a folder that holds a training.json.</source>
   <translation>Pide una carpeta que contenga un training.json.</translation>
  </message>
  <message>
   <source>Choose a task, a size and options.</source>
   <translation>Elige una tarea, un tamaño y opciones.</translation>
  </message>
  <message>
   <source>Choose a training run, or start one.</source>
   <translation>Elige un entrenamiento o empieza uno.</translation>
  </message>
  <message>
   <source>Delete this training…</source>
   <translation>Eliminar este entrenamiento…</translation>
  </message>
  <message>
   <source>Keep model</source>
   <translation>Conservar modelo</translation>
  </message>
  <message>
   <source>New training</source>
   <translation>Nuevo entrenamiento</translation>
  </message>
  <message>
   <source>New training…</source>
   <translation>Nuevo entrenamiento…</translation>
  </message>
  <message>
   <source>New…</source>
   <translation>Nuevo…</translation>
  </message>
  <message>
   <source>Only a training that is kept by this program is deleted here, not one that is included or in a folder of your own.</source>
   <translation>Aquí solo se elimina un entrenamiento que guarda este programa, no uno incluido ni uno en una carpeta propia.</translation>
  </message>
  <message>
   <source>Open a training folder…</source>
   <translation>Abrir una carpeta de entrenamiento…</translation>
  </message>
  <message>
   <source>Opens Compare with the last snapshot as A and the current one as B.</source>
   <translation>Abre Comparar con la última instantánea como A y la actual como B.</translation>
  </message>
  <message>
   <source>Resumes training from the last save.</source>
   <translation>Continúa el entrenamiento desde lo último guardado.</translation>
  </message>
  <message>
   <source>Saves and pauses training; its process waits until you resume.</source>
   <translation>Guarda y pausa el entrenamiento; su proceso espera hasta que lo continúes.</translation>
  </message>
  <message>
   <source>Saves the current snapshot as a model folder, and opens it.</source>
   <translation>Guarda la instantánea actual como carpeta de modelo y la abre.</translation>
  </message>
  <message>
   <source>Stop the training first.</source>
   <translation>Detén antes el entrenamiento.</translation>
  </message>
 </context>
 <context>
  <name>views/train/content</name>
  <message>
   <source>training “{name}”</source>
   <translation>entrenamiento “{name}”</translation>
  </message>
 </context>
 <context>
  <name>views/train/curves</name>
  <message>
   <source>A measure of each head during training</source>
   <translation>Una medida de cada cabeza durante el entrenamiento</translation>
  </message>
  <message>
   <source>BLEU of unseen sentences</source>
   <translation>BLEU de frases no vistas</translation>
  </message>
  <message>
   <source>Chooses the measure shown for the heads.</source>
   <translation>Elige la medida que se muestra de las cabezas.</translation>
  </message>
  <message>
   <source>Loss</source>
   <translation>Pérdida</translation>
  </message>
  <message>
   <source>Loss in nats per token</source>
   <translation>Pérdida en nats por token</translation>
  </message>
  <message>
   <source>Share of unseen sentences that are right</source>
   <translation>Parte de las frases no vistas que son correctas</translation>
  </message>
  <message>
   <source>Whole sentences right</source>
   <translation>Frases enteras correctas</translation>
  </message>
  <message>
   <source>loss</source>
   <translation>pérdida</translation>
  </message>
  <message>
   <source>measure</source>
   <comment>of a head</comment>
   <translation>medida</translation>
  </message>
  <message>
   <source>right</source>
   <comment>correct</comment>
   <translation>correctas</translation>
  </message>
  <message>
   <source>{curve}. Click to see the window at that update; Shift+arrow keys move.</source>
   <translation>{curve}. Un clic muestra la ventana en esa actualización; muévete con Mayús+flechas.</translation>
  </message>
 </context>
 <context>
  <name>views/train/deletion</name>
  <message>
   <source>Close other programs that use its folder, or delete the folder in a file manager.</source>
   <translation>Cierra otros programas que usen su carpeta, o elimina la carpeta en un gestor de archivos.</translation>
  </message>
  <message>
   <source>Closes this window (Esc); nothing is deleted.</source>
   <translation>Cierra esta ventana (Esc); no se elimina nada.</translation>
  </message>
  <message>
   <source>Ctrl+Z does not bring it back; the trash of your desktop does.</source>
   <translation>Ctrl+Z no lo recupera; la papelera del escritorio, sí.</translation>
  </message>
  <message>
   <source>Delete for good</source>
   <translation>Eliminar definitivamente</translation>
  </message>
  <message>
   <source>Delete this training?</source>
   <translation>¿Eliminar este entrenamiento?</translation>
  </message>
  <message>
   <source>It could not be moved to the trash.</source>
   <translation>No se pudo mover a la papelera.</translation>
  </message>
  <message>
   <source>It is deleted for good: neither Ctrl+Z nor the trash brings it back.</source>
   <translation>Se elimina definitivamente: ni Ctrl+Z ni la papelera lo recuperan.</translation>
  </message>
  <message>
   <source>Its whole folder is deleted:
{folder}</source>
   <translation>Se elimina toda su carpeta:
{folder}</translation>
  </message>
  <message>
   <source>Its whole folder is moved to the trash:
{folder}</source>
   <translation>Toda su carpeta se mueve a la papelera:
{folder}</translation>
  </message>
  <message>
   <source>Move to the trash</source>
   <translation>Mover a la papelera</translation>
  </message>
  <message>
   <source>Nothing was deleted. If you do not need this folder, delete it in a file manager.</source>
   <translation>No se eliminó nada. Si no necesitas esta carpeta, elimínala en un gestor de archivos.</translation>
  </message>
  <message>
   <source>Stop it where it runs, then try again.</source>
   <translation>Detenlo donde se ejecuta e inténtalo de nuevo.</translation>
  </message>
  <message>
   <source>The open model comes from it. It stays open until you choose another one; to have it again later, press “Keep model” first.</source>
   <translation>El modelo abierto procede de él. Sigue abierto hasta que elijas otro; para tenerlo más adelante, pulsa antes “Conservar modelo”.</translation>
  </message>
  <message>
   <source>The training in {folder} is deleted.</source>
   <translation>El entrenamiento de {folder} se ha eliminado.</translation>
  </message>
  <message>
   <source>The training was not deleted</source>
   <translation>El entrenamiento no se eliminó</translation>
  </message>
  <message>
   <source>file</source>
   <translation>archivo</translation>
  </message>
  <message>
   <source>files</source>
   <translation>archivos</translation>
  </message>
  <message>
   <source>snapshot</source>
   <translation>instantánea</translation>
  </message>
  <message>
   <source>snapshots</source>
   <translation>instantáneas</translation>
  </message>
 </context>
 <context>
  <name>views/train/filmstrip</name>
  <message>
   <source>(nothing)</source>
   <translation>(nada)</translation>
  </message>
  <message>
   <source>All heads, {attention}, at this snapshot</source>
   <translation>Todas las cabezas, {attention}, en esta instantánea</translation>
  </message>
  <message>
   <source>Click a map to see the whole window at that moment in training.</source>
   <translation>Un clic en un mapa lleva toda la ventana a ese momento del entrenamiento.</translation>
  </message>
  <message>
   <source>Click to see the whole window at this moment in training.</source>
   <translation>Un clic lleva toda la ventana a este momento del entrenamiento.</translation>
  </message>
  <message>
   <source>One head during training</source>
   <translation>Una cabeza a lo largo del entrenamiento</translation>
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to select it; arrow keys move.</source>
   <translation>Las filas son capas, las columnas son cabezas. Un clic en un mapa lo elige; muévete con las flechas.</translation>
  </message>
  <message>
   <source>Your text during training</source>
   <translation>Tu texto a lo largo del entrenamiento</translation>
  </message>
  <message>
   <source>{head} during training</source>
   <translation>{head} a lo largo del entrenamiento</translation>
  </message>
  <message>
   <source>{source}. Written: {text}</source>
   <translation>{source}. Escrito: {text}</translation>
  </message>
 </context>
 <context>
  <name>views/train/start_card</name>
  <message>
   <source>A file of pairs (TSV)</source>
   <translation>Un archivo de pares (TSV)</translation>
  </message>
  <message>
   <source>Asks for sentence pairs, source&lt;TAB&gt;target on each line. You can also drop the file on the window.</source>
   <translation>Pide pares de frases, origen&lt;TAB&gt;destino en cada línea. También se puede soltar el archivo en la ventana.</translation>
  </message>
  <message>
   <source>Changes to the usual setup: see what they do to the heads.</source>
   <translation>Cambios respecto a lo habitual: mira qué hacen con las cabezas.</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>Elegir un archivo…</translation>
  </message>
  <message>
   <source>Continue with the loaded model</source>
   <translation>Seguir con el modelo cargado</translation>
  </message>
  <message>
   <source>Entries of the vocabulary made from a file; a task brings its own.</source>
   <translation>Entradas del vocabulario que se hace de un archivo; una tarea trae el suyo.</translation>
  </message>
  <message>
   <source>Epochs</source>
   <translation>Épocas</translation>
  </message>
  <message>
   <source>Heads of each layer.</source>
   <translation>Cabezas de cada capa.</translation>
  </message>
  <message>
   <source>How far each update moves the weights, at the peak. If it is too high, nothing is learned.</source>
   <translation>Cuánto mueve los pesos cada actualización, en su máximo. Si es demasiado, no se aprende nada.</translation>
  </message>
  <message>
   <source>How large the model is.</source>
   <translation>Cómo de grande es el modelo.</translation>
  </message>
  <message>
   <source>How often all sentences are read.</source>
   <translation>Cuántas veces se leen todas las frases.</translation>
  </message>
  <message>
   <source>How often the weights are changed.</source>
   <translation>Cuántas veces se cambian los pesos.</translation>
  </message>
  <message>
   <source>Layers of the encoder, and as many of the decoder.</source>
   <translation>Capas del codificador, y otras tantas del decodificador.</translation>
  </message>
  <message>
   <source>Learning rate</source>
   <translation>Tasa de aprendizaje</translation>
  </message>
  <message>
   <source>Minutes at most</source>
   <translation>Minutos como mucho</translation>
  </message>
  <message>
   <source>Right, %</source>
   <translation>Correctas, %</translation>
  </message>
  <message>
   <source>Same as the loaded model.</source>
   <translation>El del modelo cargado.</translation>
  </message>
  <message>
   <source>Share of unseen sentences that must be right.</source>
   <translation>Parte de las frases no vistas que tienen que ser correctas.</translation>
  </message>
  <message>
   <source>Start</source>
   <comment>a training</comment>
   <translation>Empezar</translation>
  </message>
  <message>
   <source>Start training</source>
   <translation>Empezar el entrenamiento</translation>
  </message>
  <message>
   <source>Starts from its weights, with its shape and vocabulary, instead of random weights.</source>
   <translation>Empieza con sus pesos, con su forma y su vocabulario, en lugar de pesos al azar.</translation>
  </message>
  <message>
   <source>Task</source>
   <translation>Tarea</translation>
  </message>
  <message>
   <source>The same seed and choices give the same training, number for number.</source>
   <translation>La misma semilla y las mismas opciones dan el mismo entrenamiento, número a número.</translation>
  </message>
  <message>
   <source>Training stops then in any case, and can be resumed.</source>
   <translation>Entonces termina en todo caso, y se puede continuar.</translation>
  </message>
  <message>
   <source>Trains in the background; the window stays as fast as it is.</source>
   <translation>Entrena en segundo plano; la ventana sigue igual de rápida.</translation>
  </message>
  <message>
   <source>Units of a token's vector.</source>
   <translation>Unidades del vector de un token.</translation>
  </message>
  <message>
   <source>Until</source>
   <translation>Hasta</translation>
  </message>
  <message>
   <source>Updates</source>
   <translation>Actualizaciones</translation>
  </message>
  <message>
   <source>What ends training.</source>
   <translation>Qué termina el entrenamiento.</translation>
  </message>
  <message>
   <source>What is chosen</source>
   <translation>Qué se elige</translation>
  </message>
  <message>
   <source>What the model learns.</source>
   <translation>Qué aprende el modelo.</translation>
  </message>
  <message>
   <source>When training ends.</source>
   <translation>Cuándo termina el entrenamiento.</translation>
  </message>
  <message>
   <source>Width</source>
   <translation>Anchura</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Palabras</translation>
  </message>
  <message>
   <source>epochs</source>
   <translation>épocas</translation>
  </message>
  <message>
   <source>it is right</source>
   <translation>sea correcto</translation>
  </message>
  <message>
   <source>updates</source>
   <translation>actualizaciones</translation>
  </message>
  <message>
   <source>usual</source>
   <translation>habitual</translation>
  </message>
 </context>
 <context>
  <name>views/train/view</name>
  <message>
   <source>Choose a task and start: snapshots are kept as the model learns; browse them afterwards.</source>
   <translation>Elige una tarea y empieza: se guardan instantáneas mientras el modelo aprende; después puedes recorrerlas.</translation>
  </message>
  <message>
   <source>Measure of the heads</source>
   <translation>Medida de las cabezas</translation>
  </message>
  <message>
   <source>Snapshot</source>
   <translation>Instantánea</translation>
  </message>
  <message>
   <source>Train</source>
   <translation>Entrenar</translation>
  </message>
  <message>
   <source>Training runs appear here as soon as there is a sentence.</source>
   <translation>Los entrenamientos aparecen aquí en cuanto hay una frase.</translation>
  </message>
 </context>
 <context>
  <name>views/train/words</name>
  <message>
   <source>A plain Transformer: pre-norm, sinusoidal positions, masked decoder.</source>
   <translation>Un Transformer corriente: pre-norma, posiciones sinusoidales, decodificador con máscara.</translation>
  </message>
  <message>
   <source>A training is running or paused: stop it first.</source>
   <translation>Hay un entrenamiento en marcha o en pausa: detenlo primero.</translation>
  </message>
  <message>
   <source>About {time} on this machine: {updates:,} updates, {each} each.</source>
   <translation>Unos {time} en esta máquina: {updates:,} actualizaciones, de {each} cada una.</translation>
  </message>
  <message>
   <source>At most about {time} on this machine: {updates:,} updates, {each} each.</source>
   <translation>Como mucho unos {time} en esta máquina: {updates:,} actualizaciones, de {each} cada una.</translation>
  </message>
  <message>
   <source>At most {most} snapshots are kept, {megabytes:g} MB in all.</source>
   <translation>Se conservan como mucho {most} instantáneas, {megabytes:g} MB en total.</translation>
  </message>
  <message>
   <source>Curves and maps appear here with the first snapshot.</source>
   <translation>Las curvas y los mapas aparecen aquí con la primera instantánea.</translation>
  </message>
  <message>
   <source>Drag the handle or click a map: the whole window goes there; the keys “,” and “.” step through it.</source>
   <translation>Arrastra el control o haz clic en un mapa: toda la ventana va allí; las teclas “,” y “.” lo recorren.</translation>
  </message>
  <message>
   <source>Ends after {length}, or {minutes} min.</source>
   <translation>Termina tras {length}, o {minutes} min.</translation>
  </message>
  <message>
   <source>Ends once {right} % of unseen sentences are right, or after {epochs} or {minutes} min.</source>
   <translation>Termina cuando es correcto el {right} % de las frases no vistas, o tras {epochs} o {minutes} min.</translation>
  </message>
  <message>
   <source>Ends once {right} % of unseen sentences are right, or after {minutes} min.</source>
   <translation>Termina cuando es correcto el {right} % de las frases no vistas, o tras {minutes} min.</translation>
  </message>
  <message>
   <source>Free some space and press “Resume”: training resumes from the last save.</source>
   <translation>Libera espacio y pulsa “Continuar”: sigue desde donde se guardó.</translation>
  </message>
  <message>
   <source>Label smoothing</source>
   <translation>Suavizado de etiquetas</translation>
  </message>
  <message>
   <source>Make the folder writable and press “Resume”: training resumes from the last save.</source>
   <translation>Haz que se pueda escribir en la carpeta y pulsa “Continuar”: sigue desde donde se guardó.</translation>
  </message>
  <message>
   <source>Measuring how long this takes on this machine.</source>
   <translation>Midiendo cuánto tarda esto en esta máquina.</translation>
  </message>
  <message>
   <source>Moves through training: the whole window shows that snapshot.</source>
   <translation>Recorre el entrenamiento: toda la ventana muestra esa instantánea.</translation>
  </message>
  <message>
   <source>No mask</source>
   <translation>Sin máscara</translation>
  </message>
  <message>
   <source>No snapshot yet.</source>
   <translation>Aún no hay instantáneas.</translation>
  </message>
  <message>
   <source>Norms after each sub-layer, as in the first Transformer, but the full learning rate at once, without its warm-up: training may stall or diverge.</source>
   <translation>Normas detrás de cada subcapa, como en el primer Transformer, pero con la tasa de aprendizaje completa desde el principio, sin su calentamiento: el entrenamiento puede estancarse o divergir.</translation>
  </message>
  <message>
   <source>Nothing has been written for a while: its process may be gone. What is there is kept; “Resume” continues it.</source>
   <translation>Hace un rato que no se escribe nada: puede que su proceso ya no exista. Lo que hay queda; “Continuar” lo reanuda.</translation>
  </message>
  <message>
   <source>On this machine, about {made:,} of {updates:,} updates, {each} each.</source>
   <translation>En esta máquina, unas {made:,} de {updates:,} actualizaciones, de {each} cada una.</translation>
  </message>
  <message>
   <source>One head must do in one map what four heads can share.</source>
   <translation>Una cabeza tiene que hacer en un mapa lo que cuatro pueden repartirse.</translation>
  </message>
  <message>
   <source>Post-norm, no warm-up</source>
   <translation>Post-norma, sin calentamiento</translation>
  </message>
  <message>
   <source>Starting its process: the first snapshot arrives within seconds.</source>
   <translation>Su proceso se está iniciando: la primera instantánea estará lista en unos segundos.</translation>
  </message>
  <message>
   <source>The last good snapshot is kept.</source>
   <translation>La última instantánea buena se queda.</translation>
  </message>
  <message>
   <source>The loaded model continues to learn, in its own shape and with its own vocabulary.</source>
   <translation>El modelo cargado sigue aprendiendo, con su propia forma y su propio vocabulario.</translation>
  </message>
  <message>
   <source>The window shows the model at update {step:,}; the keys “,” and “.” step through it.</source>
   <translation>La ventana muestra el modelo en la actualización {step:,}; las teclas “,” y “.” lo recorren.</translation>
  </message>
  <message>
   <source>Training was lost: {reason}. “Resume” continues from the last save.</source>
   <translation>El entrenamiento se perdió: {reason}. “Continuar” lo reanuda desde donde se guardó la última vez.</translation>
  </message>
  <message>
   <source>Weight of a cross head on the source word of the next token, which the task knows.</source>
   <translation>Peso de una cabeza cruzada en la palabra de origen del token siguiente, que la tarea conoce.</translation>
  </message>
  <message>
   <source>With such a high learning rate the weights jump back and forth, and nothing is learned.</source>
   <translation>Con una tasa de aprendizaje tan alta los pesos saltan de un lado a otro y no se aprende nada.</translation>
  </message>
  <message>
   <source>With such a learning rate the loss becomes NaN after a few updates: training stops, and its last good snapshot is kept.</source>
   <translation>Con una tasa de aprendizaje así la pérdida pasa a ser NaN tras pocas actualizaciones: el entrenamiento se detiene y su última instantánea buena se conserva.</translation>
  </message>
  <message>
   <source>Without positions the order of words is invisible: sort can still be learned, copy and reverse cannot.</source>
   <translation>Sin posiciones el orden de las palabras es invisible: ordenar aún se puede aprender; copiar e invertir, no.</translation>
  </message>
  <message>
   <source>Without the mask the decoder reads the word it has to write: the loss falls at once, and what it writes on its own is wrong.</source>
   <translation>Sin la máscara el decodificador lee la palabra que va a escribir: la pérdida cae enseguida, y lo que escribe solo está mal.</translation>
  </message>
  <message>
   <source>Your text: {text}</source>
   <translation>Tu texto: {text}</translation>
  </message>
  <message>
   <source>at most about {time} left</source>
   <translation>quedan unos {time} como mucho</translation>
  </message>
  <message>
   <source>done</source>
   <translation>hecho</translation>
  </message>
  <message>
   <source>epoch</source>
   <translation>época</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>fallido</translation>
  </message>
  <message>
   <source>learning rate {rate}</source>
   <translation>tasa de aprendizaje {rate}</translation>
  </message>
  <message>
   <source>newest: update {step:,}</source>
   <translation>la más nueva: actualización {step:,}</translation>
  </message>
  <message>
   <source>no mask in training</source>
   <translation>sin máscara al entrenar</translation>
  </message>
  <message>
   <source>not started</source>
   <translation>sin empezar</translation>
  </message>
  <message>
   <source>of each cross head</source>
   <translation>por cabeza cruzada</translation>
  </message>
  <message>
   <source>of each decoder head</source>
   <translation>por cabeza del decodificador</translation>
  </message>
  <message>
   <source>of each encoder head</source>
   <translation>por cabeza del codificador</translation>
  </message>
  <message>
   <source>post-norm</source>
   <translation>post-norma</translation>
  </message>
  <message>
   <source>right word</source>
   <translation>palabra correcta</translation>
  </message>
  <message>
   <source>shown: update {step:,}</source>
   <translation>se ve ahora: actualización {step:,}</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>empezando</translation>
  </message>
  <message>
   <source>stopped</source>
   <translation>detenido</translation>
  </message>
  <message>
   <source>stopped without a message</source>
   <translation>detenido sin mensaje</translation>
  </message>
  <message>
   <source>training</source>
   <comment>is being trained</comment>
   <translation>entrenando</translation>
  </message>
  <message>
   <source>update</source>
   <translation>actualización</translation>
  </message>
  <message>
   <source>{count} snapshots, {size}</source>
   <translation>{count} instantáneas, {size}</translation>
  </message>
  <message>
   <source>{example}: the task cannot read “{text}”</source>
   <translation>{example}: la tarea no puede leer “{text}”</translation>
  </message>
  <message>
   <source>{share:.0f} % of the units are set to 0 at each update: heads share the work and learn more slowly.</source>
   <translation>El {share:.0f} % de las unidades se pone a 0 en cada actualización: las cabezas se reparten el trabajo y aprenden más despacio.</translation>
  </message>
  <message>
   <source>{share:g} of the probability is spread evenly over the whole vocabulary: no answer is ever certain, and the loss cannot reach 0.</source>
   <translation>{share:g} de la probabilidad se reparte por igual en todo el vocabulario: ninguna respuesta es del todo segura, y la pérdida no puede llegar a 0.</translation>
  </message>
  <message>
   <source>{speed:,.0f} tokens/s</source>
   <translation>{speed:,.0f} tokens/s</translation>
  </message>
  <message>
   <source>{text} (the task’s own example)</source>
   <translation>{text} (el ejemplo de la tarea)</translation>
  </message>
  <message>
   <source>“Resume” does as much again.</source>
   <translation>“Continuar” hace otro tanto.</translation>
  </message>
 </context>
 <context>
  <name>widgets/ancestry_tree</name>
  <message>
   <source>Ancestry</source>
   <translation>Ascendencia</translation>
  </message>
  <message>
   <source>Each line was computed from the lines under it. Enter shows a number's formula and code.</source>
   <translation>Cada línea se calculó a partir de las que tiene debajo. Intro muestra la fórmula y el código de un número.</translation>
  </message>
  <message>
   <source>Expand to the tokens</source>
   <translation>Abrir hasta los tokens</translation>
  </message>
  <message>
   <source>Expands the shortest paths to tokens and positions.</source>
   <translation>Abre los caminos más cortos a tokens y posiciones.</translation>
  </message>
  <message>
   <source>Tensor and index, from 0</source>
   <translation>Tensor e índice, desde 0</translation>
  </message>
  <message>
   <source>Value</source>
   <translation>Valor</translation>
  </message>
  <message>
   <source>What it is</source>
   <translation>Qué es</translation>
  </message>
  <message>
   <source>Where the number comes from</source>
   <translation>De dónde sale el número</translation>
  </message>
 </context>
 <context>
  <name>widgets/dialog</name>
  <message>
   <source>Closes this window (Esc)</source>
   <translation>Cierra esta ventana (Esc)</translation>
  </message>
  <message>
   <source>File name:</source>
   <translation>Nombre de archivo:</translation>
  </message>
  <message>
   <source>Files of type:</source>
   <translation>Tipo de archivo:</translation>
  </message>
  <message>
   <source>Look in:</source>
   <translation>Buscar en:</translation>
  </message>
 </context>
 <context>
  <name>widgets/forms</name>
  <message>
   <source>Applies {when}.</source>
   <translation>Se aplica {when}.</translation>
  </message>
  <message>
   <source>From {least:,} to {most:,}.</source>
   <translation>De {least:,} a {most:,}.</translation>
  </message>
  <message>
   <source>as usual</source>
   <translation>como siempre</translation>
  </message>
  <message>
   <source>{name} is '{text}', which is not a number</source>
   <translation>{name} es '{text}', que no es un número</translation>
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
   <translation>Ascendencia…</translation>
  </message>
  <message>
   <source>Compare with mine…</source>
   <translation>Comparar con lo mío…</translation>
  </message>
  <message>
   <source>Copied ✓</source>
   <translation>Copiado ✓</translation>
  </message>
  <message>
   <source>Copies a script that prints this number.</source>
   <translation>Copia un script que imprime este número.</translation>
  </message>
  <message>
   <source>Copies the number with all its digits.</source>
   <translation>Copia el número con todas sus cifras.</translation>
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
   <source>Input {name}</source>
   <translation>Entrada {name}</translation>
  </message>
  <message>
   <source>Opens an array of yours and shows how far it is from this one.</source>
   <translation>Abre un array tuyo y muestra a qué distancia está de este.</translation>
  </message>
  <message>
   <source>Puts the script into the console, to be read and run there.</source>
   <translation>Pone el script en la consola, para que lo leas y lo ejecutes allí.</translation>
  </message>
  <message>
   <source>Returns to the previous number.</source>
   <translation>Vuelve al número anterior.</translation>
  </message>
  <message>
   <source>Run in console</source>
   <translation>Ejecutar en la consola</translation>
  </message>
  <message>
   <source>Shows what it was computed from, as a tree down to tokens and positions.</source>
   <translation>Muestra de qué se calculó, como árbol hasta tokens y posiciones.</translation>
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
   <source>Where does {name} come from?</source>
   <translation>¿De dónde sale {name}?</translation>
  </message>
  <message>
   <source>Where this number comes from</source>
   <translation>De dónde sale este número</translation>
  </message>
  <message>
   <source>code</source>
   <translation>código</translation>
  </message>
  <message>
   <source>formula</source>
   <translation>fórmula</translation>
  </message>
  <message>
   <source>from</source>
   <comment>inputs of a number</comment>
   <translation>de</translation>
  </message>
  <message>
   <source>from 0</source>
   <translation>desde 0</translation>
  </message>
  <message>
   <source>function</source>
   <translation>función</translation>
  </message>
  <message>
   <source>of</source>
   <comment>arguments of a function</comment>
   <translation>con</translation>
  </message>
  <message>
   <source>tensor</source>
   <translation>tensor</translation>
  </message>
  <message>
   <source>why</source>
   <translation>por qué</translation>
  </message>
 </context>
 <context>
  <name>widgets/overflow_bar</name>
  <message>
   <source>More of {settings}</source>
   <translation>Más de {settings}</translation>
  </message>
  <message>
   <source>Shows the other settings of {settings}.</source>
   <translation>Muestra los demás ajustes de {settings}.</translation>
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
  <name>widgets/view</name>
  <message>
   <source>Listed: {count}, {filter}.</source>
   <translation>Se muestran: {count}, {filter}.</translation>
  </message>
  <message>
   <source>Source: {text}</source>
   <translation>Origen: {text}</translation>
  </message>
  <message>
   <source>{filter}: unknown for these heads, so it hides none of them.</source>
   <translation>{filter}: se desconoce de estas cabezas, así que no oculta ninguna.</translation>
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
   <source>Close the notice</source>
   <translation>Cerrar el aviso</translation>
  </message>
  <message>
   <source>Dismisses this notice.</source>
   <translation>Cierra este aviso.</translation>
  </message>
  <message>
   <source>The engine stopped and is being restarted; your text is kept.</source>
   <translation>El motor se detuvo y se está reiniciando; tu texto se conserva.</translation>
  </message>
  <message>
   <source>The files of “{name}” have changed; it was loaded again.</source>
   <translation>Los archivos de “{name}” han cambiado; se ha vuelto a cargar.</translation>
  </message>
  <message>
   <source>The last picture stays.</source>
   <translation>La última imagen se queda.</translation>
  </message>
 </context>
 <context>
  <name>window/dialogs</name>
  <message>
   <source>A window into an encoder-decoder Transformer: type a sentence and watch it think.</source>
   <translation>Una ventana a un Transformer codificador-decodificador: escribe una frase y mira cómo piensa.</translation>
  </message>
  <message>
   <source>About headscope</source>
   <translation>Acerca de headscope</translation>
  </message>
  <message>
   <source>All commands and their keys</source>
   <translation>Todos los comandos y sus teclas</translation>
  </message>
  <message>
   <source>Before all of these</source>
   <translation>Antes de todo esto</translation>
  </message>
  <message>
   <source>Changes</source>
   <translation>Cambios</translation>
  </message>
  <message>
   <source>Copies these lines.</source>
   <translation>Copia estas líneas.</translation>
  </message>
  <message>
   <source>Every change, in order.</source>
   <translation>Todos los cambios en su orden.</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Historial</translation>
  </message>
  <message>
   <source>Logs and settings: {folder}</source>
   <translation>Registros y ajustes: {folder}</translation>
  </message>
  <message>
   <source>Model: {name}, {number:,} parameters, hash {hash}</source>
   <translation>Modelo: {name}, {number:,} parámetros, hash {hash}</translation>
  </message>
  <message>
   <source>Nothing has been changed yet</source>
   <translation>Aún no se ha cambiado nada</translation>
  </message>
  <message>
   <source>Qt {version} on {platform}</source>
   <translation>Qt {version} en {platform}</translation>
  </message>
  <message>
   <source>Single keys work unless the cursor is in a text box. Arrow keys work while a view has the focus; on a row of choices they pick one. Tab moves from part to part; {key} finds every command by name, also those without a key.</source>
   <translation>Las teclas sueltas funcionan mientras el cursor no está en un cuadro de texto. Las flechas funcionan mientras una vista tiene el foco; en una fila de opciones, eligen una. Tab va de parte en parte; con {key} cada comando se encuentra por su nombre, también los que no tienen tecla.</translation>
  </message>
  <message>
   <source>The ticked line is what you see. Click another one, or press Enter, to go back or forward to it.</source>
   <translation>La línea marcada es lo que ves. Un clic en otra, o Intro, vuelve o avanza hasta ella.</translation>
  </message>
  <message>
   <source>To read and copy</source>
   <translation>Para leer y copiar</translation>
  </message>
  <message>
   <source>What went wrong</source>
   <translation>Qué salió mal</translation>
  </message>
  <message>
   <source>current</source>
   <translation>actual</translation>
  </message>
  <message>
   <source>headscope continues and your text is kept. These lines help to find the cause.</source>
   <translation>headscope sigue y tu texto se conserva. Estas líneas ayudan a encontrar la causa.</translation>
  </message>
  <message>
   <source>now</source>
   <translation>ahora</translation>
  </message>
  <message>
   <source>undone</source>
   <translation>deshecho</translation>
  </message>
 </context>
 <context>
  <name>window/main_window</name>
  <message>
   <source>headscope</source>
   <translation>headscope</translation>
  </message>
  <message>
   <source>{name}[*] — headscope</source>
   <translation>{name}[*] — headscope</translation>
  </message>
 </context>
 <context>
  <name>window/minimal_pairs_dialog</name>
  <message>
   <source>Click a pair, or press Enter, to put both sentences into the source box and compare them side by side.</source>
   <translation>Un clic en un par, o Intro, pone ambas frases en el cuadro de origen y las compara lado a lado.</translation>
  </message>
  <message>
   <source>Minimal pairs</source>
   <translation>Pares mínimos</translation>
  </message>
  <message>
   <source>Pairs of sentences, grouped by what differs.</source>
   <translation>Pares de frases, agrupados por lo que las diferencia.</translation>
  </message>
  <message>
   <source>Sentence 1 is A, sentence 2 is B.</source>
   <translation>La frase 1 es A, la frase 2 es B.</translation>
  </message>
  <message>
   <source>minimal pair: {phenomenon}</source>
   <translation>par mínimo: {phenomenon}</translation>
  </message>
 </context>
 <context>
  <name>window/model_menu</name>
  <message>
   <source>recorded elsewhere</source>
   <translation>grabado en otra parte</translation>
  </message>
  <message>
   <source>recording</source>
   <translation>grabación</translation>
  </message>
  <message>
   <source>{device} · {number} parameters</source>
   <translation>{device} · {number} parámetros</translation>
  </message>
 </context>
 <context>
  <name>window/nav_rail</name>
  <message>
   <source>Opens the view “{word}”; {click} opens or closes it beside the current one.</source>
   <translation>Abre la vista “{word}”; {click} la abre o la cierra junto a la actual.</translation>
  </message>
  <message>
   <source>Shows more views, every option and measure (depth Full).</source>
   <translation>Muestra más vistas y todas las opciones y medidas (profundidad completa).</translation>
  </message>
  <message>
   <source>Views</source>
   <translation>Vistas</translation>
  </message>
  <message>
   <source>click</source>
   <translation>clic</translation>
  </message>
 </context>
 <context>
  <name>window/option_bar</name>
  <message>
   <source>Shows everything in {group}.</source>
   <translation>Muestra todo lo que hay en {group}.</translation>
  </message>
  <message>
   <source>Shows the other options.</source>
   <translation>Muestra las demás opciones.</translation>
  </message>
 </context>
 <context>
  <name>window/sheets</name>
  <message>
   <source>Beside: {view}</source>
   <translation>Al lado: {view}</translation>
  </message>
  <message>
   <source>Example</source>
   <translation>Ejemplo</translation>
  </message>
  <message>
   <source>Model: {model}</source>
   <translation>Modelo: {model}</translation>
  </message>
  <message>
   <source>New here? A two-minute tour shows how to read this window.</source>
   <translation>¿Es tu primera vez? Una visita de dos minutos muestra cómo leer esta ventana.</translation>
  </message>
  <message>
   <source>Show less</source>
   <translation>Mostrar menos</translation>
  </message>
  <message>
   <source>Take the tour</source>
   <translation>Hacer la visita</translation>
  </message>
  <message>
   <source>Ten stops, each with something to do; Esc ends it</source>
   <translation>Diez paradas, cada una con algo que hacer; Esc la termina</translation>
  </message>
  <message>
   <source>The essential views, options and numbers (depth First look)</source>
   <translation>Las vistas, opciones y números esenciales (profundidad Primera mirada)</translation>
  </message>
 </context>
 <context>
  <name>window/splash</name>
  <message>
   <source>headscope is starting</source>
   <translation>headscope se está iniciando</translation>
  </message>
 </context>
 <context>
  <name>window/split_view</name>
  <message>
   <source>Close {view}</source>
   <translation>Cerrar {view}</translation>
  </message>
  <message>
   <source>Closes {view}; the other view stays.</source>
   <translation>Cierra {view}; la otra vista se queda.</translation>
  </message>
  <message>
   <source>Shows another view here.</source>
   <translation>Muestra otra vista en este lugar.</translation>
  </message>
  <message>
   <source>View shown here: {view}</source>
   <translation>Vista mostrada aquí: {view}</translation>
  </message>
 </context>
 <context>
  <name>window/status_bar</name>
  <message>
   <source>1 token written</source>
   <translation>1 token escrito</translation>
  </message>
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
   <source>Shows what went wrong, to read and copy.</source>
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
   <source>Stops the survey; what is done so far is kept.</source>
   <translation>Detiene el estudio; lo hecho hasta ahora se conserva.</translation>
  </message>
  <message>
   <source>drawn in {time}</source>
   <translation>dibujado en {time}</translation>
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
   <source>engine stopped</source>
   <translation>el motor está parado</translation>
  </message>
  <message>
   <source>forward {time}</source>
   <translation>pasada {time}</translation>
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
   <source>{number} maps recorded</source>
   <translation>{number} mapas grabados</translation>
  </message>
  <message>
   <source>{number} tokens written</source>
   <translation>{number} tokens escritos</translation>
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
   <source>Find a command, head, step, model or sentence</source>
   <translation>Buscar un comando, una cabeza, un paso, un modelo o una frase</translation>
  </message>
  <message>
   <source>Find anything…</source>
   <translation>Buscar lo que sea…</translation>
  </message>
  <message>
   <source>How much is shown: the essentials, everything, or also what research needs.</source>
   <translation>Cuánto se muestra: lo esencial, todo, o además lo que necesita la investigación.</translation>
  </message>
  <message>
   <source>Lists every command ({key})</source>
   <translation>Enumera todos los comandos ({key})</translation>
  </message>
  <message>
   <source>Loading the model…</source>
   <translation>Cargando el modelo…</translation>
  </message>
  <message>
   <source>Menus</source>
   <translation>Menús</translation>
  </message>
  <message>
   <source>Present</source>
   <translation>Presentar</translation>
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
   <source>Split</source>
   <translation>Dividir</translation>
  </message>
  <message>
   <source>Split view</source>
   <translation>Dividir la vista</translation>
  </message>
  <message>
   <source>Top bar</source>
   <translation>Barra superior</translation>
  </message>
 </context>
 <context>
  <name>window/view_frame</name>
  <message>
   <source>Options of this view</source>
   <translation>Opciones de esta vista</translation>
  </message>
  <message>
   <source>This view could not be drawn: {error}. The rest of the window still works.</source>
   <translation>Esta vista no se pudo dibujar: {error}. El resto de la ventana sigue funcionando.</translation>
  </message>
 </context>
 <context>
  <name>window/workspace</name>
  <message>
   <source>Its translation and every head appear here as you type.</source>
   <translation>Su traducción y todas las cabezas aparecen aquí mientras escribes.</translation>
  </message>
  <message>
   <source>Model ▸ Compute again computes this text.</source>
   <translation>Modelo ▸ Calcular otra vez calcula este texto.</translation>
  </message>
  <message>
   <source>Nothing is computed.</source>
   <translation>No se calcula nada.</translation>
  </message>
  <message>
   <source>Reading the sentence…</source>
   <translation>Leyendo la frase…</translation>
  </message>
  <message>
   <source>The first picture takes a moment. You can already type.</source>
   <translation>La primera imagen llega en un momento. Ya puedes escribir.</translation>
  </message>
  <message>
   <source>There is no picture yet.</source>
   <translation>Todavía no hay imagen.</translation>
  </message>
  <message>
   <source>This view cannot be opened.</source>
   <translation>Esta vista no se puede abrir.</translation>
  </message>
  <message>
   <source>Type a sentence.</source>
   <translation>Escribe una frase.</translation>
  </message>
  <message>
   <source>draw an alignment</source>
   <translation>dibujar una alineación</translation>
  </message>
  <message>
   <source>earlier picture</source>
   <translation>imagen anterior</translation>
  </message>
  <message>
   <source>{view} needs more room: enlarge the window or reduce the text size.</source>
   <translation>{view} necesita más sitio: agranda la ventana o reduce el tamaño del texto.</translation>
  </message>
 </context>
</TS>
