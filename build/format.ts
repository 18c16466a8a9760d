/** Formats text that a program writes like the rest of the project: `npm run format`. */
import { format } from 'oxfmt';
import options from '../oxfmt.config.ts';

/**
 * @param file its name tells the language
 * @throws Error if the text cannot be parsed
 */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, options);
  if (errors.length)
    throw new Error(`${file} cannot be formatted: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
