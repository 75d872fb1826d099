import { hash } from 'node:crypto';
import { MEDIA_PATH } from '../../config.ts';
import { byFirstRelease, type GameRecord } from '../model/record.ts';
import { type CoverText, coverText } from './generated-cover.ts';
import { frontCovers } from './render.ts';

/** The picture that other sites show with a link to a game (Open Graph): its cover, title, platforms and year. */
export interface LinkPreview {
  text: CoverText;
  /** In the order of their first releases. */
  platforms: string[];
  /** The front cover, if this server has the file. */
  cover: { thumbnail_image: string; width: number } | undefined;
}

/** Increment with every visible change of the drawing. */
const DRAWING_VERSION = 2;

export const PREVIEWS_PATH = '/previews';
/** The size that sites ask for. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

export function linkPreview(record: GameRecord): LinkPreview {
  const cover = record.platforms.flatMap(frontCovers)[0];
  const isStored = cover?.thumbnail_image.startsWith(`${MEDIA_PATH}/`);
  return {
    text: coverText(record),
    platforms: byFirstRelease(record.platforms).map(({ platform_name }) => platform_name),
    cover: cover && isStored ? { thumbnail_image: cover.thumbnail_image, width: cover.width } : undefined,
  };
}

/** A hash of what it shows. */
export function previewVersion(preview: LinkPreview): string {
  return hash('sha256', JSON.stringify(['preview', DRAWING_VERSION, preview]), 'hex').slice(0, 32);
}

/** Its URL, as a path, contains its version, so that clients can cache it for a year. */
export function previewPath(record: GameRecord): string {
  return `${PREVIEWS_PATH}/${record.game_id}.jpg?v=${previewVersion(linkPreview(record))}`;
}
