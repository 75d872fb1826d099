/** Why a file cannot be used as a picture. The message is printed after the file name and a colon. */
export class PictureError extends Error {
  override name = 'PictureError';
}
