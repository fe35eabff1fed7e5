<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
 <context>
  <name>app/program</name>
  <message>
   <source>The last session was not opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope: no display found, so no window can open. Draw it into a picture instead: python main.py render --view window --source "the cat sleeps" --out window.png</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>charts/bar_list</name>
  <message>
   <source>Click chooses it.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>charts/line_chart</name>
  <message>
   <source>Curves</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/actions</name>
  <message>
   <source>About headscope</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asks for sentence pairs, source&lt;TAB&gt;target in each line, for Train.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Asks for the next word; again for the strongest word of the row, and for the head that matters most.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Averages every head of this model over a file of sentence pairs, beside the window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back to one head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back to the view before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Brings back what was undone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Calculation back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Calculation on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel the computation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose the model…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses the view that stands beside this one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compare an array with this run…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Compute again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy a link to this state</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dark theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draw on the masks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draws each token by its probability; the same seed draws the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edit a copy of the open lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends headscope. The text is kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends the training that runs; it is saved and can go on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every term of the field in one sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>File</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fills the screen with the view, in large type: B blank, S spotlight, P pen, N next sentence, Esc ends.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find anything…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>First step of the calculation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Follow the number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Forward to the next view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From a cell to its calculation, from there to its tensor, and back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the next view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Go to the source text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the feed-forward.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the first token that was written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the head beside this one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the last token that was written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the next step of the calculation.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the query.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the same head one layer earlier.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the same head one layer later.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the step of the calculation before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the token written before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes to the token written next.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Help</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>High contrast theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>History…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In Attention: a drag up or down on a cell, or a number for the pinned one, sets its weight.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In Attention: every head of every attention at once, or one head again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In Masks: a click or a drag forbids or allows cells, or pins them again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keep a snapshot as a model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps text, model, step, head, views and options in a file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps the numbers of the cell under the pointer; pins nothing where there is none.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps the session in another file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Larger text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Last step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Last step of the calculation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lessons…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let the pinned run go</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lets the pinned cell go; while all heads are shown, goes back to one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light theme</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists every change and goes back or forward to one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists every command and runs the one you choose.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists the files that were opened last.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes a randomly initialised model of any variant, to be compared or trained.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes what is shown now a scene of your lesson.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Moves the keyboard to the view, and from one view to the other.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New model…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Normal text size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One step back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One step forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a model folder…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open the link on the clipboard</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens a folder that holds a model, headscope's or one of Hugging Face.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens a folder that holds a survey.json.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens a folder that holds a training.json, also while it is being written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens a text, a session, a model or weights; you can also drop it on the window.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the list of models.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens the state that the line on the clipboard leads to.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pairs of sentences that differ in one thing, to be put side by side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pause or go on with the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pauses the training that runs, or goes on with the one that Train shows.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pin the cell under the pointer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pin this run to compare with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play or pause</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Present</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Previous head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Previous layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts one line on the clipboard that opens the same state for whoever has the same model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the cursor into the source box and selects its text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the view on the clipboard.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts this view's numbers on the clipboard, for a spreadsheet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Quit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read the text as it is typed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reads capitals as they stand, not in sentence case, and does not put swapped letters right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Redo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Runs the same text once more, row by row: then the cache can be compared with a pass without it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sampling: draws another text, with the next seed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save numbers as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save session as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save view as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save without these heads…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the snapshot that Train shows as a model folder, and opens it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the view or the window as PNG, SVG or PDF.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves what this view shows as CSV or JSON, or every array of the run as NPZ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says how far an array that you computed is from the model's own, and where; you can also drop it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Says what this is, with the versions of its parts.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set weights by hand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sets the output of the head that is looked at to 0, or lets it work again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows a second view beside this one, with the same selection.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows every key.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows or hides the numbers at the right.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the decoding step by step, as it was written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the lessons that came with headscope and opens others.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the view from which you went back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows this view's numbers as a table, to read row by row or to listen to.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows what was seen before this view.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Smaller text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop the training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch head off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes back every edit of masks, positions, heads and tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes back the last change.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes the lesson that is played as your own, to be changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The scenes of your lesson: words, questions, order; saves it as a file or as slides.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Theme of the system</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run becomes A in Compare; the present one goes on as B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Train on a file…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Trains what was chosen in Train, in a process of its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Undo</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unpin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>View</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Writes a model folder without the heads and feed-forwards that are switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your lesson…</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} writes {text}</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Diagram</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Everything again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Follow its number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Forbid or allow cells, after X</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From place to place, and choose it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>In a picture that has the focus</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Return</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scroll</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Space</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch a head off or on; with Shift its layer</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same in lists, rows of tokens, trees and the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type it into the box beside the map</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>View beside</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where a number comes from; what a token may become</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>click in the rail with Ctrl</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>click on a switch</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>double click</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>double click on a cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>double click on a head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>double click on a head's number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>drag a weight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>draw on a mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>point, click</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>right click</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the pen draws on a projected picture and changes nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>wheel over a list</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a term</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Glossary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language of the glossary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Terms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Terms in the order of a course; those that fit to what was typed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The glossary in this language: {word}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>commands/palette</name>
  <message>
   <source>A command, a head, a step, a model, a sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A few letters are enough; Enter does it or goes there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Commands</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find anything</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What fits</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>beam winner</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>your text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{words}: each round makes the next more probable, mean p {fmt_chance} → {fmt_chance2}.</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>No query of encoder self-attention and cross-attention may read this source token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Other position vectors than the model's own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Padding may be read, in all three attentions.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set by hand in the mask of every layer and head of {words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set by hand; the other weights of its row share what is left, so that the row sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head reads as it does on average in a survey of this model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head reads every token it may read with the same weight.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head reads the first token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head reads the token at the query's own place.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head reads the token before the query's place.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head's output is 0. No later layer may ever have seen that, so it can say too much.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>This head's output is 0 before the output projection; its weights are still shown.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This number stands in the place of a forbidden cell's score, instead of −∞.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after the </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all alike</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>at most {max_steps} target tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>capitals read as typed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>column {key}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>feed-forward of {stack} layer {layer} off</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>mask value {fmt_setting}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing (0)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>padding readable</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>peeking ahead</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>target made to begin with “{opening}”</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the model's own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the one before</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no glossary: it has no list of terms</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click pins this line and goes to head {head}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click pins this line.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click shows all that reads this token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click shows all that this token reads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All three attentions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Arcs at the source: encoder self-attention; lines: cross-attention; arcs at the target: decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each line leads from a decoder row, “just read ▸ written next”, to the source token that it reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each line leads from a decoder row, “just read ▸ written next”, to the target token that it reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each line leads from a source token that reads to one that it reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>For a text this long rollout is not computed: it needs every map of every layer at once.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Head {head} · {exact}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines to special tokens are paler</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No line reaches {threshold:g}, the strongest has {most:.2g}: draw {shown}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rollout follows every layer of every attention on the way; not all of them are in this recording.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder has not written anything yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The value vectors were not recorded in this run: ‖weight × v‖ cannot be shown. The weights are there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This attention is not in this recording.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>attention rollout (Abnar &amp; Zuidema 2020), ½ mean weights of all heads + ½ residual, layer upon layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>each its own line</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>rollout up to layer {layer}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the largest weight of the heads; it sums to nothing in particular.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the mean weight of the heads; what one row reads sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the weight; rows do not sum to 1, as recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the weight; what one row reads sums to 1 in each head.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{rule}; each row sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>‖weight × v‖, the length of what is handed over, before W_O (Kobayashi et al. 2020).</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Column = the source.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Column = the target so far.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Column “{token}” from top to bottom: how strongly each row looks at it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each row sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hatched = masked, yet read: this mask hides nothing.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hatched = masked.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Row = the source token that looks.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Row = what the decoder has just read ▸ what it writes next.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows do not sum to 1, as recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scores q·k, before scaling, mask and softmax.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scores {score}, before mask and softmax.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>the row after “{read}” (it writes “{written}”)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the row of “{read}”</source>
   <translation type="unfinished" />
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
  <name>data/maps/color_range</name>
  <message>
   <source>No column of this head stands out: none is dimmed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No special token stands in a column: none is dimmed</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lengths of vectors cannot be merged, only weights can: pieces are shown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pieces of one word are joined: weights summed over keys, averaged over queries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rollout has no heads of its own: it takes the mean of all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scores cannot be merged, only weights can: pieces are shown</source>
   <translation type="unfinished" />
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
   <source>A drag up or down on a cell sets its weight; the other weights of its row share what is left, and the model goes on from there. Without this, hold Ctrl.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Attention is not explanation (Jain &amp; Wallace 2019; Wiegreffe &amp; Pinter 2019): a weight says what is read, not what it changes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Attention is not explanation: a weight says what is read, not what it changes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Blank below</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cells with a smaller weight are left blank, as if nothing were there. Pointing at one gives its number.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Colours</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dim columns</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fades columns that take most of the weight and mean little, such as &lt;/s&gt;, so that the others can be seen. Numbers stay what was recorded; the key says how much weight is in the faded columns. Left out, the other columns' weights are brought back to a sum of 1 in each row.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>More</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed over keys and averaged over queries. Scores cannot be merged.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scale</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Set weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Strongest colour</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The colours of weights; all can be told apart with any colour vision. Scores have two directions and keep blue and orange.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The map of the head, or its queries and keys as points of a plane, joined where weights are strong.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What gets the strongest colour: a weight of 1 (of scores the largest of all heads), the largest number of each row, or the largest of this head. Log shows weights from 0.001 (less in long texts) to 1. The numbers in the cells stay what was recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Writes the numbers into the cells where they fit.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head maximum</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>maximum of heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>mean of heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pieces, bytes joined</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>queries and keys</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>row maximum</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>special tokens, left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the strongest of each head</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>its own token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads at the same share of the way through the source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads earlier places of the token that was just read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads its own token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads one source token at a time and nearly all of them, in an order of its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads other places of its own token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads punctuation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the end of sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the first token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the source from its end to its beginning</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the source word that is written like the one it writes, as names are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the token after its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the token before its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the token before the one just read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads the token that was just read, not the one that the row writes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads what followed its own token where it stood before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads what followed the token just read where it stood before</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>reads {many} {value} {of}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>spreads its weight over nearly all tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same share of the way through the source</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Must not read what comes later.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reads the whole source at every step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reads the whole source at once.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Why: every target row may read the whole source, all of which is known before the first word is written. Only padding is hidden, so nothing comes later here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Why: the decoder predicts the next token, so a row must not read what comes later. In training the whole target stands there at once and could simply be copied; while writing, those tokens do not exist yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Why: the encoder reads the whole source at once, earlier and later words alike. Only padding is hidden: the lines of a batch are filled up to one length, and the filling must not change any result.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all {size:,} cells may be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the one cell may be read</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>C ← ½ Ã · C + ½ B · R_enc in each layer; Ã = ½ A + ½ identity, A and B the means of the heads’ weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>R = Ãₗ · … · Ã₁ with Ã = ½ mean of the heads’ weights + ½ identity</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>attention rollout</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>attention weight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>bytes of a character joined</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>divided by the row’s sum without special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>length of weight × value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scaled score</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>score after the mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>score q·k</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>special tokens left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>summed over the keys of a word, averaged over its queries</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>A minimal pair…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A stays at this head; choose another one to be B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A stays at this step; go to another one to be B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A text of mine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another model…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Another sentence of this run.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Beam search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greedy decoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps this run as A, then lets you choose the model that is B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps this run as A. Then change the text, the model, the decoding or an edit: that is B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps this run as A; then you write the target, which is B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pairs of sentences that differ in one thing: the first one becomes A, the second one B.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sampling</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence {place}: {text}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same source, with no target given.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same source, written with {decoding_words}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same text, with nothing edited inside the model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same with {lower}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same without the edits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The token that came closest to the one that was written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This head ({head_name}), with others</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run, as it is now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This step ({step}), with others</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the model writes by itself</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {step}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>This model adds nothing to the tokens’ vectors: self-attention adds a trained number for the distance of two tokens to their score.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>No probability moves.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The target is given, so the text stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text stays the same.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing more</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>These numbers were not recorded for this run: {hook}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer} · head {head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>step {number} of {all}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{number} of {all}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value}Infinity</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/training_choice</name>
  <message>
   <source>Choose a file of sentence pairs first: a TSV with source and target in each line.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{width} units cannot be shared among {heads} heads.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>data/vocabulary</name>
  <message>
   <source>Attention rollout over all layers up to this one: ½ weights, mean of all heads, + ½ residual (Abnar &amp; Zuidema 2020).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Attention, Lines, {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cross</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cross attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cross-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoder attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoder self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoder attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoder self-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the source reads itself.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the target reads the source.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the target reads what is already written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not in this recording.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Not in this recording: {what}.

{value}
{instead}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is added for positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Random vectors, as before any training, stand in the place of the model's own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scaled scores after the mask, as the softmax reads them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The length of weight × value vector: what is really handed over (Kobayashi et al. 2020).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Waves with all sines before all cosines stand in the place of the model's own vectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Waves with sine and cosine in turn stand in the place of the model's own vectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the softmax makes of the masked scores: each row sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>allowed by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>anti-diag.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>comes later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>copies names</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cross-attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>diag.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>dupl.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>encoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>forbidden by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>future: comes later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden until you answer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden, comes later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>hidden, padding without a token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>how this model tells positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>how weights come from queries and keys: they are not softmax(q·k ÷ √K) of those recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>induct.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>just read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked scores</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked: comes later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>masked: padding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>may be read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>model's own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no token there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>none (zeros)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not a number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>opened by you</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>padding: no token there</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>punct.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>q·k as it comes out of the dot product.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>q·k, divided by the root that this model has, before the mask.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>random vectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>random, untrained</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>raw scores</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>rollout</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scaled scores</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sinusoidal, halves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sinusoidal, interleaved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sinusoids in halves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sinusoids, interleaved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the model itself, neither how its parts are joined nor its sizes and parameters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the queries and keys of layer {layer}, so its weights cannot be followed back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the weights of every layer, which are needed to compare heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weights</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what the model could have written, neither probabilities nor other candidates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{map} head{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{views} and Survey show what it has. Choose a model (top bar) to see one at work.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>‖weight × v‖</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/autosave</name>
  <message>
   <source>File ▸ Save session keeps it in a file of your own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The session is not kept for the next start</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another headscope window keeps its own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope on {getlockinfo} keeps one in the same folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>something went wrong in the program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>there is not enough memory</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Give it such a name, and open it again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>If it is a text, save it as UTF-8 in the program that wrote it. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>JSON, but no session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save them as one: model.save_pretrained(folder, max_shard_size='100GB') in Hugging Face transformers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sessions are written by File ▸ Save session.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>a table of numbers that headscope saved, which is for other programs to read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a {config}, but no {foreign_files}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope's list of recent files, which it reads by itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope's settings, which it reads by itself</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no {spec} and no {foreign_files}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the description of a model without the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the result of a survey under another name than survey.json</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} holds no text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is not UTF-8 text</source>
   <translation type="unfinished" />
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
  <name>document/followed_training</name>
  <message>
   <source>The training cannot be read: {reason}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its folder is not there any more; the last picture stays</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/hiding</name>
  <message>
   <source>Hidden until you answer.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/history</name>
  <message>
   <source>I write</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>beam search, {beams} beams</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>choose a token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>compare with nothing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoder attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>edit the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>encoder attention</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>force an opening</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>free-running beside the given target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>greedy decoding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>how the text is read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>keep another continuation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>last step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>layer {layer}, head {head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>longest target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>model {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no edits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no forced beginning</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>number of candidates</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>options of {view}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>other positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pin a cell</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>theme {replace}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>type source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>type target</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope {version}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} has version {number}; this headscope opens {version}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no headscope lesson</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>This state is too long for a link. Save it as a session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>cut off, or too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the link</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The last session cannot be read ({name__})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The last session cannot be read: {message}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model “{name}” is not the one this session was saved with ({hash} instead of {model_hash}): its numbers may differ.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This session was not saved, because it could not be opened again: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope did not get to a picture {tries} times in a row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it would be too large</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is no headscope session</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The session has no part {name!r}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The session has version {version}; {advice}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is not a headscope session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open it with a newer headscope</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>versions 1 to {version} can be opened</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/store</name>
  <message>
   <source>open a session</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>document/survey_results</name>
  <message>
   <source>The survey in {name} is not shown: {message}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it was stopped before its end; the command that made it goes on from there, and this page shows it then</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} has {size:,} bytes; at most {most:,} are read here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is not there or cannot be read</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Arrays (*.npy *.npz *.safetensors)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The run has no array of this shape: {shape}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>equal to {name}: the largest difference is {difference:.1e}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{difference:.3g} away from {name} at ({at}): {mine:.4g}, the model's {own:.4g}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} holds no arrays of numbers that can be read</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy it into a terminal to convert the file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy the line</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Format</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its map alone, without controls</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line for a terminal</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>PDF, shapes and text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>PNG, pixels</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Picture of</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the line on the clipboard.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>SVG, shapes and text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save a picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save as…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Size</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text, model with its hash, layer, head and step are always kept in {where}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Text, model, layer, head and step in a line under it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The whole window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its text fields</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its title</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its title and description</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{width:,} × {height:,} pixels</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/export_actions</name>
  <message>
   <source>As arrays, with their words (*.npz)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every array of the run (*.npz)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Page (*.pdf)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Picture (*.png)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shapes and text (*.svg)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The picture is on the clipboard.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The picture was not copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The table is on the clipboard, tab-separated.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The table was not copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no view to paint</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These numbers as a table (*.csv)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These numbers with their words (*.json)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This map as a table (*.csv)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This map with its tokens and context (*.json)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not saved</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not saved: the text or the model is another now.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is saved.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/open_save</name>
  <message>
   <source>A survey is being made; stop it first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Cancel</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dropped text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Forget them</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No survey was made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a model folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a survey</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save it on this computer first, and drop the file.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence pairs, source&lt;TAB&gt;target (*.tsv)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stops it at once; nothing that it began stays behind.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Survey a file of sentence pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Texts, sessions, lessons, models, weights, recordings (*.txt *.json *.safetensors)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model “{name}” is being loaded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The survey was stopped; the same file, surveyed again, goes on from there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What was dropped is no file of this computer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What was surveyed stays: the same file, surveyed again, goes on from there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the conversion</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is open to read: {reason}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was opened; the other {count} dropped files were not.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{path} is not there any more.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The picture would have {width:,} x {height:,} pixels; at most {largest_side:,} a side</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is not enough memory for this picture. Choose a smaller scale.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is nothing to paint: the view has no size. Nothing was written.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the session</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Session (*.json)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The link is on the clipboard: whoever has the same model opens the same state with it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The link is open.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The link was not copied</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The link was not opened</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a newer headscope wrote it (version {newer}).{left} Saving asks for another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another headscope window works on it. Save under another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>another headscope window works on it. Saving asks for another name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>open a link</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not written: {reason}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>the process could not be started: {error}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/table_sheet</name>
  <message>
   <source>Arrow keys go from cell to cell.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the table on the clipboard, for a spreadsheet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Table</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The numbers of this view</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>files/training_actions</name>
  <message>
   <source>Ends the training; it is saved and can go on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Free some space, and press “Go on”: it goes on from where it was saved.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a training folder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stop</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The last good snapshot stays. Lower the learning rate, or switch the warm-up on again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The training was lost: {how}. “Go on” resumes it from where it was saved last.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the training</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making it did not come to its end: {how}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Making {name}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No process can be started: {error}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing was started</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Close</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Closes this window (Esc); nothing is made.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Folder that is written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save into</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Say the whole path of the folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder that is written; it must not be there yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This is no path.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“{name}” is there already and is not empty: choose a folder that is not there yet.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/import_dialog</name>
  <message>
   <source>Activation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose the number of heads: the file does not say it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose which tensors are the tables.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Convert and open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Converts it in a process of its own, proves the result and opens it; the file stays as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Embeddings</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>GELU, approximated by tanh</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many heads each attention has. No tensor says it, and with a wrong number the model runs, but not as it was trained: look it up where the model was made.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id of padding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id of the end</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id of the start</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Id of unknown words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norms</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Number of heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a model of another program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Output projection</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save to</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Table of the source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Table of the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder of the converted model; the original is not changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The id of {ids}. No tensor says it, and there is no tokenizer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text and the picture stay until the new model is there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What stands between the two linear layers of the feed-forward; no tensor says it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether the model multiplies its token embeddings by the root of its width.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which tensor of the file is the {use}'s table; its name does not say so.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after each sub-layer (norm_first=False)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as they are</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>before each sub-layer (norm_first=True)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>choose a tensor</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>norm_first of torch.nn.Transformer; no tensor says it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not in the file: choose</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>padding, which is never read</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the end of a sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the token that the decoder reads first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what is not in the vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is of the layout {layout} ({title}): {reason}.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/new_model_dialog</name>
  <message>
   <source>Fills in all fields below.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Give it a name.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes a randomly initialised model in a process of its own and opens it; nothing is trained.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Name</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>New model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save and open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Seed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Start from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder of the new model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The same seed and the same fields give the same numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Vocabulary</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What texts are made of.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the model is called; its folder is named so.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>new model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pieces of the bundled model, English and Spanish</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>plain token ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the model that is open</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>words of the toy task “{title}”</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses the file of sentence pairs.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>File of sentence pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Measure on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save without these heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves the model without {count} part{value}; what it writes is as it is now.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentence pairs (*.tsv);;All files (*)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source, tabulator, translation: one pair a line.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Taken out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file of sentence pairs is not there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The folder of the new model; its card says what was taken out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is switched off now. Other edits belong to the text and stay there.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Writes a model folder from whose switched-off heads and feed-forwards nothing comes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} pruned</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/spec_fields</name>
  <message>
   <source>A norm on token + position.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A small number that keeps the division from 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Attention heads of each layer; they share the width among them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Base</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>BatchNorm, over all rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bias of the joint projection</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Bias of the output</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Biases</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Biases of q, k and v</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Buckets</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Decoder layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dropout</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Embeddings times √D</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoder layers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>End</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Feed-forward F</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>From this distance on, in tokens, all share the last bucket.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gated</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads H</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads of the decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hidden units of the decoder</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Hidden units of the feed-forward of each layer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How each row is brought to the same size; the last two divide by the deviation with D − 1, ε added outside of the root.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many token ids the source may have.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many token ids the target may have.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the model can tell where a token stands.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How they share the units.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Kind</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>LayerNorm, unbiased deviation</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masked score</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norm at the stacks' ends</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norm on the input</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Norms stand</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One more norm after the last layer of each side.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One table for all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Output times</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Padding</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positions P</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Post-norm is the paper's, section 3.1; pre-norm is Xiong et al. 2020.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>RMSNorm, without the mean</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reach</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows at the table's start that stand for no position.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows before the first</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scores divided by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Share of units set to 0 while training; 0 while it is looked at.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shift β</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sines and cosines</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source entries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source, target and output projection share one table (section 3.4 of the paper).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Start</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target and output share one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target embedding and output projection share one table.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target entries</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder's output is multiplied by it before the projection.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The longest wave is 2π times this many tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Units of a key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Units of a value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Units of one head's queries and keys; 0 = D / H.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unknown</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What q·k is divided by before the softmax: the root of a head's width, or of the model's.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What stands between its linear layers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What stands in the place of a forbidden cell's score; empty = −∞, which hides it wholly.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where they are not as many; 0 = as the encoder's.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether a masked score is put in before or after the division.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether each entry of the vocabulary has a bias of its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether its linear layers have biases.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether norms add a learned shift.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether the projection of all heads together has a bias.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether their linear layers have biases.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether token vectors are multiplied by the root of the width.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Width D</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after each sub-layer (post-norm)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after the division</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as F</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as H</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as its keys</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>as q, k and v</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>before each sub-layer (pre-norm)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>before the division</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>for learned vectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>for numbers per distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>for sinusoids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>in halves</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>learned number per distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>learned vectors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>none: order is lost</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not for RMSNorm, which has none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one scale for all units</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the default (pre-norm, width 256)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the paper's base model (post-norm, width 512)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same with pre-norm</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>where there is not one table for all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>with a masked score that is a number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{upper}{meaning}; it must lie inside of both vocabularies.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>√D, of the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>√K, of a head</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/spec_form</name>
  <message>
   <source>Feed-forward</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sizes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token ids</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>importing/spec_sketch</name>
  <message>
   <source>Sketch of the model</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>With this weight:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Without this head:</source>
   <translation type="unfinished" />
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
   <source>the same</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the text becomes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>without it</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/inspector</name>
  <message>
   <source>Inspector</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>inspector/sections</name>
  <message>
   <source>After the softmax over the row, in layer {layer}, head {head}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>By which rows this token is looked at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How spread out the row is: 0 bits = one token has it all, 1 bit = as if on two tokens evenly.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It puts its output into the stream again.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It reads {instead} instead of its own pattern, as is chosen in Heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its output becomes 0: see what the model loses.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer {layer} · head {head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is pinned: the strongest cell of the current step's row.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing is pinned: the word that the current step's row reads most. Ends and punctuation may weigh more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers of the cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers of the head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a cell or a token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Query times key, before scaling.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Replace</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Replace head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch head {value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch off</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Switch on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The cell under the pointer. A click pins it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The length of what is handed over, before W_O (Kobayashi et al. 2020).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The number that is shown here; below those of one head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The score as it is: this model does not scale its scores.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The score ÷ the root of a head's width, which is not in this recording.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The score ÷ {root}; {reason}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cell stays until another is pinned. Esc lets it go.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the softmax reads; −∞ makes a weight of exactly 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What this row looks at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whether this row may read this token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a head is {width} wide</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>after the mask</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>entropy of the row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>is looked at by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>looks at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>pointed at</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>scaled ÷ {root}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>strongest key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>strongest word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the root of the model's width</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weight, edited</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>weight, head {head}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Candidates of this step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click one to go on with it: both texts stay.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How undecided the model is about the next token: 0 bits = one candidate has it all, 1 bit = as open as two equal candidates.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let the model write freely again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let the model write it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers of the step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of the finished text, later tokens visible.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Probability of the written token at its own step. The other numbers here are of the finished text, given to the decoder as a whole: with these masks a row may then read later tokens, unknown at its step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Probability that the next token is the end of sentence, &lt;/s&gt;.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {step} writes</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the model could write comes here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>chosen with</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>ends the sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>probability {fmt_chance}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>written here</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>written here: given, not chosen by the model</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Add this window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Answer: the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Delete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Duplicate</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Earlier</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language of what you write</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Later</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Makes it once more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Markdown: **strong**, *emphasis*, `token`, lists with “- ”. Answers are measured on the model when it is saved.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Notes for you, on the second screen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>One file that opens anywhere headscope does</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Play</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Plays it from the first scene</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scenes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Show</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the chosen scene in the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slides…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Spotlight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes the chosen scene out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes the last change back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The answer shows what the window shows now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The chosen scene once more</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The chosen scene shows what the window shows now</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The present window as a scene, behind the chosen one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The question, in your words</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Title of the lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Title of the scene</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is asked</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the class reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your lesson is not kept for the next start: {error}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no question</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>no spotlight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the head that matters</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the inspector</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the next word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the probability</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the row of the step</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the strongest word of the row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>whether the text changes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>which one this is</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/cards</name>
  <message>
   <source>Add this window as a scene</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Begins a lesson of your own, or adds to it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each plays in this window on the live model, offline. Everything stays touchable; Esc leaves.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lessons</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Make your own: set the window as you want it and add it as a scene. Save it: one file that opens anywhere.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open a lesson…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Opens a lesson file</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>lessons/desk</name>
  <message>
   <source>Every answer of this lesson is as it was when the lesson was saved.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No lesson is open: open one first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nothing to guess: {message}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of this lesson {count} changed with the model or cannot be asked: scene {scenes}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The answers of this lesson could not be checked: {reason}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene {place} of your lesson is this window. File ▸ Your lesson… writes its words.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Slides (*.pdf)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is being painted.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is not complete</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is saved, its answers measured{many}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}: the process could not be started: {error}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to go to this scene.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Count votes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each number key counts a vote of the class; most votes are the answer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends the lesson (Esc)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Guess</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Language of the lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Leave</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lesson</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Next scene</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reveal  ⏎</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Scene before</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows the scene as it was made</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>So far: {right} of {answers}   {marks}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The next scene (→, PgDn)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The scene before (←, PgUp)</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>or click a column or a source word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>or click a head</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>scene {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>there is no picture of this text yet</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>none of the options is the scene's text or model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing is written</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the effects of the heads are not there yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the other text is not there yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the target is typed, so everybody knows what comes next</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>there is no text yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this recording has no probabilities</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>this row was not recorded</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Seen: {value} of {heads}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which heads are seen: a click switches one, a double click shows it alone.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}, switched off</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the colours mean</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>engine {name__}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>it could not be started: {error}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>signal {value}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>system/qt_libraries</name>
  <message>
   <source>Qt needs system libraries that are not here: {lacking}. Install them {how}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>on Debian or Ubuntu by: sudo apt-get install -y --no-install-recommends {packages}; elsewhere </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{value}with the packages that hold these files</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>system/refusals</name>
  <message>
   <source>Check the number of heads, or whether the file was changed after the training.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose another folder to save to.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Choose another number of heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Install it, then open the folder once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>It may be a part of a model, or another version of this layout. Save the whole state_dict().</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Its model has parts that this layout has not. Save the state_dict() of the Transformer alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Put the files of its tokenizer, all from the same place as its weights, into the folder.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file holds one table twice, with different numbers: save the model anew.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is cut off or damaged: copy or download it once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The file is damaged: copy or download it once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The training of this model has failed: its numbers are no numbers.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>With transformers: attn_implementation='eager' where it is loaded, output_attentions=True where it is called, then save_recording(out.attentions, tokens), tokens being a list of texts. That file opens here.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope converts the layouts that are named above. What another program computes can be shown as a recording: model_core.save_recording(…) in Python.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>system/refused_files</name>
  <message>
   <source>It may be cut off or damaged: copy or download it once more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only if you trust where it comes from: this line in a terminal reads its numbers, and nothing else of it, in a process of its own with limits, and makes a folder that opens here. Or save the weights as model.safetensors where they were made (safetensors.torch.save_file).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Open it with another program. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Read it with numpy.load(…). To see a picture again, open the session or type the text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save it as UTF-8 in the program that wrote it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the weights as model.safetensors where they were made (safetensors.torch.save_file), and open that.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save the weights once more where they were made (safetensors.torch.save_file).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Unpack it, and open what is inside. </source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Your text, the model and the picture are as they were.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a Python pickle. Opening one can run programs that are hidden in it, so headscope never does so in its window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a checkpoint of PyTorch: a pickle in a ZIP file. Opening one can run programs that are hidden in it, so headscope never does so in its window</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a file of NumPy arrays. headscope writes such files for other programs to read and opens none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a model of another program</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a packed file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a picture or a page</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope opens model folders (its own and those of Hugging Face), weights and recordings (.safetensors), surveys (a folder with a survey.json), UTF-8 texts, and its own sessions and lessons (.json).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>named as weights are, but it is neither a file of torch.save nor of safetensors</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>named as weights are, but it is no safetensors file</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>neither text nor anything else that headscope knows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>text in UTF-16 or UTF-32</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/decoding_button</name>
  <message>
   <source>How the next token is chosen</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the next token is chosen: greedy, sampling or beam search</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>given by you</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/edit_strip</name>
  <message>
   <source>Clear all</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Clear all edits</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edits for which there is no room here; a click takes one back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edits in force</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Edits:</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take back: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes all edits back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes all edits back: the model as it is.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes back: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What is changed inside the model. Ctrl+Z takes the last change back.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Minimal pairs…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sentences to begin with, pairs that differ in one word, and toy models</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Toy models</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Two sentences that differ in one thing, side by side, and where to look first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{language} sentences</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} has to begin with the columns {columns}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name}, line {number}: four columns of plain text are needed</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Speed of playing, in steps per second</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The step that is shown: drag, or use the arrow keys</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pasted up to {most:,} characters; {lost:,} more were left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source · recorded</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source · {language}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Source — not in this recording</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The first {read} of {typed} lines are read.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text is a recording’s and cannot be changed. Choose a model (top bar) to type.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This model came without a tokenizer: its text is token ids with blanks between them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens with ◂ are written from right to left; the chips stand in reading order.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type a sentence</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>right click: mask it, swap it</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>sentence {number} of {all}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stands in the place of the text's own token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>token ids</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>tokens</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>How probable the model finds this token after all before it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How undecided the model was before this token, over all tokens it could have written.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How unexpected the token is: −log₂ of its probability, 0 bits = certain, 1 bit = one in two.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>I begin</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let go</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lets the tokens go that were chosen by a click</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model writes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target text</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Target · {language}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model writes the target.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type how the target begins; the model goes on</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type the target; the model says how probable each token is</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type token ids, {range_words}{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the bar and the colour of each target token say</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Who writes the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You type how the target begins; the model goes on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>You type the target; the model says how probable each token is (teacher forcing).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>given token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>given tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>goes on after {tokens}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>not in this recording</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>given, not chosen by the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>surprise (bits)</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>written from right to left; chips stand in reading order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{space} = a blank before it</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>text/token_menu</name>
  <message>
   <source>Byte-pair encoding joins the pair that was learned first, then the next, until none is left to join.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How this word was cut…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How “{shown}” was cut</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Let this token be read again</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mask this token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Merges, one by one</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No query of encoder self-attention and cross-attention may read it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Swap with another token…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Take the swap back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tells of the token's id: its row of the vocabulary.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The merges that make its pieces of its letters, one by one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model reads another token in its place; the text stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model reads the text's own token again.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>In the place of {shown}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Letters of a token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Letters of any piece of the vocabulary; Enter takes the chosen one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No piece of this vocabulary has these letters.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The vocabulary cannot be read: {message}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens that fit</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{space} = a blank before it; without, a piece goes on a word.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sorted by</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{title}, all heads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>← One head</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/attention/chosen_map</name>
  <message>
   <source>Nothing but the colours changes.</source>
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>By layer and head.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head of every attention at once (A).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads by layer and number, or the one with the largest effect first.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows are layers, columns are heads. Click a map to open it; arrow keys move between heads.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head that changes the present token most comes first, losses and gains alike.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The head that is looked at.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The largest number of the heads that are switched on, cell by cell.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The mean of the heads that are switched on, cell by cell.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This head was taught to align words in training; the others found their work themselves.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which recorded numbers the maps show.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all heads</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>All weights are below {threshold:g}: blank none</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head of every attention in this text. Rows read columns; click a head to open it.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Row reads column. Colour: {measured}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The largest weight is {most:.2g}: colour up to it</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Entropy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads that read the same way beside each other, those that do it most first.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Largest first: how much the present token changes when that head alone is switched off.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pattern</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Place</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Sharpest first: the mean entropy of a head's rows in this text, in bits.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Point at a token: what it reads, or what reads it. Click pins that cell.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Queries and keys of the head in a plane</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>queries and keys in the plane of the two largest singular values, {share:.3f} of the squares</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>From 0 to 1. The other weights of the row share what is left.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Gives the cell the weight again that the head computes.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Own weight</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The other weights of its row keep their proportions and share what is left.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The others of this row share {rest}, so that it sums to 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weight of the pinned cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weights are set where one head's weights are shown.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click pins this cell, a click on a label reads along it; with Ctrl a drag up or down sets its weight; wheel or + and - zoom, drag moves, double click or 0 shows all. Right click: where is the number from?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Click to open layer {layer}, head {head}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How strongly each row’s token looks at each column’s token, in every head of every layer.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <source>Fewer decimals leave room for more units.</source>
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
   <translation type="unfinished" />
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
   <source>Step {step}</source>
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
   <source>All rows</source>
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
   <source>{without}, {called}: log p {log} → {log2}</source>
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>keys: target so far</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>queries: source</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>queries: target rows</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lines/pointing</name>
  <message>
   <source>Of a text this long one head is drawn at a time</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens are left out.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{masked:,} of them masked, yet read</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lines/toolbar</name>
  <message>
   <source>All three</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>All three attentions in one picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Encoder, cross and decoder attention in one picture.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every head that is switched on, each in its colour.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How the heads become lines.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Layer {layer} of {layers}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Numbers shown: {measures}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The largest number of the heads that are switched on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The mean of the heads that are switched on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The weight as it was recorded.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the width of a line stands for.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which layer; the arrow keys up and down go to the next one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all together</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/lines/view</name>
  <message>
   <source>Draws weaker lines too.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lines from</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pieces as the model reads them, the bytes of one character joined, or whole words: weights are summed over keys and averaged over queries.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Special tokens</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Tokens such as &lt;/s&gt;, which often take most of the weight: their lines paler, or left out with rows brought back to a sum of 1.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Weaker lines are left out; of weight × value it is a share of the largest.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Who reads whom: each line leads from a token that reads to one that it reads; wider is more.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all three attentions · {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>left out</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{head}; a double click shows it alone.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows of the decoder's mask in training and while writing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Step {now} of {rows}: {again}, or with a cache row {now} alone ({kept}).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder's mask: rows computed at this step are filled, kept ones are pale.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training reads the whole target at once: all {rows} rows, and the mask alone hides what comes later.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Writing, no cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Writing, with a cache</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all {rows} rows at once</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>its one row</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>nothing to keep yet</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one pass</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>one step</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The masks are edited, but there is no run without the edits to compare this one with.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text stays the same. With the finished text given to the decoder as a whole, {moved}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>They are the answer itself, and it is copied.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>They are the answer itself, but this model was trained with the mask, never saw any, and is disturbed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>They are the answer itself.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>−1e9, as many programs have it: exp(−1e9) is too small for a float and is rounded to 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>−∞: exp(−∞) is 0, so a masked cell's weight is exactly 0.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/head_choice</name>
  <message>
   <source>Sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which line of the batch is shown.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Give it as the target</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text and its probabilities without and with your edits.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text stays, but is read as a whole (teacher forcing): rows may then read later tokens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>These are the model's own masks. Choose Edit and draw over cells, or let the decoder peek ahead: the model runs again at once, and here stands what changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This cell</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Training and writing</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What changed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What stands below</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the mask does to the cell that is pointed at or pinned.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which rows are computed at once, and which step by step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoder self-attention, one head</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the same run, without and with your edits</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>with edits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>views/masks/toolbar</name>
  <message>
   <source>A click or a drag forbids or allows cells; on a label, the whole row or column. X switches.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A click pins a cell; with Shift it forbids or allows it. X switches.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Inspect</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Mask value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>No peeking ahead</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Nobody reads the padding that fills shorter lines of a batch; one alone has none: put a second line into the source box to see it. Off: it is read like a token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Padding hidden</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset masks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder must not read later tokens. Off: it reads them as it likes; with a given target that is the answer itself.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model's own masks again. Ctrl+Z brings the edits back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What a click does</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What a masked cell gets in place of its score.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masks appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Masks · why a cell may not be read{edited}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>May this row read that column? The bluer, the more it does;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>May this row read that column? The bluer, the more it does; a hatched cell may not: its weight is exactly 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>May this row read that column? Yes where it is blank;</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The weights of the chosen head under the mask, or the mask alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a hatched cell gets {score} for a score.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>a hatched cell may not: its weight is exactly 0.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the mask alone</source>
   <translation type="unfinished" />
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
   <source>Save…</source>
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Added to the scores</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Learned number by distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What each head adds to a score, over the distance from the row's token to the one it reads</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What the chosen head adds to each score, row by column</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {at}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head}, in every layer</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>head {head}: {signed}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>to itself</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The translation follows.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>base {base:,.0f}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>both stacks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>decoder only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>encoder only</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>only distances, added to the scores, tell order</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Curves of the chosen dimensions over position</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dimensions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dimensions to draw, with commas between; a click on the table adds one.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dot product by distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dot product of every two positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Dot product of two positions over their distance</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Line: mean of all pairs at this distance; pale: plus and minus their standard deviation.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positional table, position by dimension</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Similarity</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dot product depends on the distance alone.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The dot product of every two positions' vectors.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>across: position</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>all pairs at a distance agree</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>pale: the model's own</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>position {position}{word}{row}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>the {rows} positions of this sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{distance} apart: dot product {mean} in the mean of {pairs:,} pairs, ± {spread:.3g}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{distance} apart: dot product {mean}, of the only pair</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{distance} apart: dot product {product}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>In this model a norm follows on the sum; the normed sum is the input of the first layer.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token + position = input</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token + position = {named}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Token and position, summed</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which token of the sentence is added up.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Apply to the model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draws a table of another length; the model keeps its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draws a table of another width; the model keeps its own.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every place reads the row so many further on.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Length of the picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Of the sinusoids: the larger it is, the longer are the slow waves.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>On: the model runs with these positions. Off: they are drawn only.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Order</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reset positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shift</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stacks</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The model's own positions again. Ctrl+Z brings the edits back.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where the vectors of the positions come from.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Which place reads which row of the table.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Whose positions are changed.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Width of the picture</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positions appear here as soon as there is a sentence.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positions of the table that are drawn: the sentence's, 64, or all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Positions · {side} · {heading}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Rows</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Side</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The decoder has not written anything yet: its positions appear as soon as it has.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This run recorded no positions.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What there is room for, or one part alone: curves, table with similarity, or the sum.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>own positions</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>what fits</source>
   <translation type="unfinished" />
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
   <source>Go on with the loaded model</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Heads of each layer. {one_head}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How large the model is.</source>
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
   <source>it is right</source>
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
   <source>Goes through the training: the whole window shows that snapshot.</source>
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
   <source>Ends after {updates:,} updates; {limit}.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends once {right} % of unseen sentences are right; {limit}.</source>
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
   <source>right word</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>seen now: update {step:,}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>stopped without a word</source>
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
   <source>{dropout:.0%} of the units are set to 0 at each update: heads share their work, and learn more slowly.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{heads} head{value}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{minutes} minute{value} at most</source>
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
   <source>{until} Its first steps tell how long that takes on this machine.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>“Go on” does as much again.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/decoding_form</name>
  <message>
   <source>Always takes the most probable token.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Beam</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Draws the token by its probability; the same seed draws the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Each token is drawn by its chance; the same seed gives the same text.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Greedy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>How many texts are kept at each step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keeps several texts at each step and writes the one with the best score.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Length penalty: score = log-probability ÷ lengthᵅ. 0 favours short texts.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Number that decides the draws.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only the k most probable tokens can be drawn; 0 = all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Only the most probable tokens that together reach p can be drawn; 1 = all.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Several texts are kept; the best score = log-probability ÷ lengthᵅ wins.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Temperature</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Temperature: drag and watch the chances. Left sharpens, right flattens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Temperature: logits are divided by it. Below 1 sharpens, above 1 flattens.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The most probable token is taken at each step.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The search goes on until no text can win any more. Otherwise it is over as soon as a text has ended for each beam (Hugging Face: early_stopping).</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>until none can win</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/dialog</name>
  <message>
   <source>Closes this window (Esc)</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>as usual</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} is {text!r}, which is no number</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/icons</name>
  <message>
   <source>M12 4 L21 19.5 L3 19.5 Z M12 10 L12 14 * O12 16.8 1.1</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/number_card</name>
  <message>
   <source>A number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>A number of this run</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Back</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copied ✓</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy as Python</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copy value</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Goes back to the number before.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Input {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts a script on the clipboard that prints this number.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Puts the number on the clipboard, with all its digits.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This number</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where does this number come from?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where does {words} come from?</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Where this number comes from</source>
   <translation type="unfinished" />
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
  <name>widgets/painting</name>
  <message>
   <source>&lt;div style='white-space:pre-wrap'&gt;{escape}&lt;/div&gt;</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/pan_canvas</name>
  <message>
   <source>Scroll: {name}</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/text_comparison_table</name>
  <message>
   <source>After the first difference both go on from different texts.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The text without and with the edits</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>widgets/theme</name>
  <message>
   <source>Dark</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Fusion</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>High contrast</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>InterTabular-Bold.otf</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>InterTabular-Regular.otf</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Light</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/assembly</name>
  <message>
   <source>Open recent</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Takes this line away.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The engine stopped and is being restarted; your text is kept.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/dialogs</name>
  <message>
   <source>A window into an encoder-decoder Transformer: type a sentence and watch it think.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Copies these lines.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every command with its key</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Keys</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>To read and to copy</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>What went wrong</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>headscope goes on and your text is kept. These lines help to find the cause.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/history_dialog</name>
  <message>
   <source>Before all of these</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Changes</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Every change in its order.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>History</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The ticked line is what you see. A click on another one, or Enter, goes back or forward to it.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/main_window</name>
  <message>
   <source>{name}[*] — headscope</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/minimal_pairs_dialog</name>
  <message>
   <source>A click on a pair, or Enter, puts both sentences into the source box and shows them side by side in Compare.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Minimal pairs</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Pairs of sentences, by what is different in them.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>minimal pair: {phenomenon}</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>{device} · {number} parameters</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Views</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/placeholder</name>
  <message>
   <source>Its translation and every head appear here as you type.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Loading the model…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Reading the sentence…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>The first picture comes in a moment. You can type already.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>There is no picture yet.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Type a sentence.</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Example</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model: {model_words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{name} was not compared</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/splash</name>
  <message>
   <source>headscope is starting</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Details</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Ends the engine, which may be stuck, and starts it again; your text is kept.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Restart the engine</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Shows what went wrong, to read and to copy.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Status</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stops computing; the last picture stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Stops the survey; what is done so far stays.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>engine ready</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>engine restarting</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>engine starting</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>the survey</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>Chooses the model.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>English → …</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find a command, head, step, model or sentence</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Find anything…  {find_key}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Lists every command ({find_key})</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Menus</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Model: {words}</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Save or copy the picture or its numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Saves or copies the picture or its numbers</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Split view</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>Top bar</source>
   <translation type="unfinished" />
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
   <translation type="unfinished" />
  </message>
  <message>
   <source>The other numbers of this run are on their way…</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>This view could not draw: {error}. The other parts of the window go on.</source>
   <translation type="unfinished" />
  </message>
 </context>
 <context>
  <name>window/workspace</name>
  <message>
   <source>This view cannot be opened.</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>earlier picture</source>
   <translation type="unfinished" />
  </message>
  <message>
   <source>{view} needs more room: enlarge the window or choose smaller text.</source>
   <translation type="unfinished" />
  </message>
 </context>
</TS>
