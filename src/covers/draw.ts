import { makePicture } from '../pictures/thumbnails.ts';
import { drawCover } from './draw-cover.ts';
import { drawPreview } from './draw-preview.ts';
import type { Drawing, Drawn } from './drawing-process.ts';

/** A process that draws what it is sent. It may read nothing but the program (drawing-permissions.ts). */
process.on('message', (drawing: Drawing) => {
  draw(drawing).then(
    (bytes) => answer({ bytes }),
    (error) => answer({ error: String(error) }),
  );
});
// The server finishes its responses before it stops. The signals of a terminal or a service manager reach this process too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

function draw(drawing: Drawing): Promise<Buffer> {
  if (drawing.kind === 'cover') return drawCover(drawing.text, drawing.width);
  if (drawing.kind === 'preview') return drawPreview(drawing.preview, drawing.storedCover);
  return makePicture(Buffer.from(drawing.original), drawing);
}

/** The server may have gone. */
function answer(drawn: Drawn): void {
  process.send?.(drawn, () => {});
}
