/** Finds the links in a text. A file of its own, loaded when the first text looks as if it had one. */
import { LinkifyIt } from 'linkify-it';

/** A piece of text, and where it leads. */
export interface TextPiece {
  text: string;
  url?: string;
}

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyIP: false });

/** Chinese, Japanese and Korean put no space before a link, where one is looked for. */
const START = /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])(?=https?:\/\/|www\.)/iu;

/** The pieces of a text in their order; put together they are the text. */
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
