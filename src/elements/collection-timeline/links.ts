/** Finds links in texts. Loaded when the first text seems to have one. */
import { LinkifyIt } from 'linkify-it';

/** A piece of text; with a URL it is a link. */
export interface TextPiece {
  text: string;
  url?: string;
}

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyIP: false });

/** Chinese, Japanese and Korean have no space before a link, which linkify-it requires. */
const START = /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])(?=https?:\/\/|www\.)/iu;

/** Splits a text into pieces; joined, they are the text again. */
export const findLinks = (text: string): TextPiece[] => text.split(START).flatMap(findIn);

function findIn(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, lastIndex, schema, text: found, url } of finder.match(text) ?? []) {
    // Without a scheme, "Porto.It" would be an address in Italy.
    if (!schema && !/^www\.|\//i.test(found)) continue;
    if (schema === '//') continue;
    pieces.push({ text: text.slice(end, index) }, { text: found, url: schema ? url : `https://${found}` });
    end = lastIndex;
  }
  return [...pieces, { text: text.slice(end) }].filter((piece) => piece.text);
}
