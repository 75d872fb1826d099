import { makePicture } from '../pictures/inspect.ts';
import { drawCover } from './draw-cover.ts';
import type { Drawing, Drawn } from './drawing-process.ts';
import { unpackFonts } from './fonts.ts';

/** A process that draws what it is sent. It may read nothing but the program and the fonts. */
process.on('message', (drawing: Drawing) => {
  draw(drawing).then(
    (bytes) => answer({ bytes }),
    (error) => answer({ error: String(error) }),
  );
});
// The server finishes its responses before it stops. The signals of a terminal or a service manager reach this process too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

async function draw(drawing: Drawing): Promise<Uint8Array> {
  if (drawing.kind === 'picture') return makePicture(Buffer.from(drawing.original), drawing);
  if (drawing.kind === 'fonts') {
    await unpackFonts(drawing.folder, drawing.path);
    return new Uint8Array();
  }
  return drawCover(drawing.text, drawing.width);
}

/** The server may have gone. */
function answer(drawn: Drawn): void {
  process.send?.(drawn, () => {});
}
