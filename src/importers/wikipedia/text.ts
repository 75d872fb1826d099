import { findTextProblem, toPlainText } from '../../bundle/plain-text.ts';

/** About four paragraphs. */
const LONGEST = 1500;
/** A shorter one is not worth a paragraph, and not worth cutting one for. */
const SHORTEST = 40;
const HEADING = /^\s*={2,}[^=].*=\s*$/m;
const LIST_OF_ARTICLES = /\b(may|can) (also )?refer to:?$/;
const FOOTNOTE = /\[(?:\d+|[a-z]|(?:note|nb|n) \d+|citation needed)\]/gi;
/** A transcription between slashes or brackets contains letters that no other text has. */
const PRONUNCIATION = /([/[])[^/[\]()]*[ˈˌːəɪʊɛɔæɑʌɒɜθðʃʒŋɹɡ][^/[\]()]*[/\]]/g;
const PARENTHESES = / ?\(([^()]*)\)/g;
const PRONUNCIATION_LABEL = /\b(?:pronounced|pronunciation|listen|IPA|UK|US|AmE|BrE)\b:?\s*(?=[;,]|$)/gi;
/** A full stop after a longer word in lower case, a number or a closing mark, before a capital letter. */
const SENTENCE_END = /(?<=[\p{Lowercase}\d)”"’'%]{2}[.!?]["”’)]?)\s(?=["“(]?[\p{Uppercase}\d])/gu;

/**
 * The beginning of an article as plain paragraphs, cut at the end of a sentence, with the attribution that its licence
 * requires. Undefined if nothing is left.
 */
export function toDescription(extract: string, url: string): string | undefined {
  const heading = extract.search(HEADING);
  const intro = heading < 0 ? extract : extract.slice(0, heading);
  const paragraphs = intro.split(/\n+/).map(cleanParagraph);
  if (LIST_OF_ARTICLES.test(paragraphs[0] ?? '')) return undefined;
  const text = limit(paragraphs.filter((paragraph) => paragraph !== ''));
  if (text.length < SHORTEST) return undefined;
  const attribution = `Adapted from Wikipedia: ${url} (CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/)`;
  return `${findTextProblem(text) ? text.replace(/[<>&]/g, ' ') : text}\n\n${attribution}`;
}

/** Without footnotes and pronunciations, and without what they leave behind: `Doom ( ; listen)`. */
export function cleanParagraph(paragraph: string): string {
  const text = paragraph
    .replace(FOOTNOTE, '')
    .replace(PRONUNCIATION, '')
    .replace(PARENTHESES, (_, inner: string) => {
      const kept = inner.replace(PRONUNCIATION_LABEL, '').replace(/\s*[,;:ⓘ][\s,;:ⓘ]*$|^[\s,;:ⓘ]*[,;:ⓘ]\s*/g, '');
      return kept.trim() === '' ? '' : ` (${kept.trim().replace(/\s*([,;])(?:\s*[,;])+/g, '$1')})`;
    })
    .replace(/\s+(?=[,.;:!?)])/g, '');
  return toPlainText(text, LONGEST * 4);
}

/** Whole paragraphs, then whole sentences, up to the limit. */
function limit(paragraphs: readonly string[]): string {
  let text = '';
  for (const paragraph of paragraphs) {
    const space = LONGEST - text.length;
    const kept = paragraph.length <= space ? paragraph : cutAtSentence(paragraph, space);
    if (kept !== '') text += (text === '' ? '' : '\n\n') + kept;
    if (kept !== paragraph) break;
  }
  return text;
}

/** The first sentence is cut at a word if it is too long by itself. */
function cutAtSentence(paragraph: string, length: number): string {
  const ends = paragraph.matchAll(SENTENCE_END).map(({ index }) => index);
  const end = ends.filter((index) => index <= length).reduce((_, index) => index, 0);
  if (end > 0) return paragraph.slice(0, end);
  return length === LONGEST ? `${paragraph.slice(0, length).replace(/\s\S*$/, '')} …` : '';
}
