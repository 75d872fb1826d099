/** Why a file cannot be shown as a picture, in words that fetchFollowingRedirects its name: `it is cut off`. */
export class PictureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PictureError';
  }
}
