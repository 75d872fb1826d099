import { inspectPicture } from '../../pictures/inspect.ts';
import type { Edit, NewPicture } from './edit.ts';

/** The edit with a kind for each new picture. */
export async function withPictureKinds(edit: Edit): Promise<Edit> {
  if (!('change' in edit) || !edit.change.addPictures) return edit;
  const addPictures = await Promise.all(edit.change.addPictures.map(withKind));
  return { ...edit, change: { ...edit.change, addPictures } };
}

async function withKind(picture: NewPicture): Promise<NewPicture> {
  if (!picture.isKindByShape) return picture;
  // What is no picture is refused later, with a sentence.
  const size = await inspectPicture(Buffer.from(picture.bytes)).catch(() => undefined);
  return { ...picture, scan_of: size && size.height > size.width ? 'Front Cover' : undefined };
}
