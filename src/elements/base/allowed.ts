/** What is said of attributes that every element has. */
import { API_KEY, BASE_URL } from '../../api/request.ts';
import { areTexts, type AttributeProblem, type Texts } from './attributes.ts';

/** What they must be. */
export const allowed: Record<string, string> = {
  'base-url': BASE_URL,
  'api-key': API_KEY,
  words: 'a JSON object of texts',
  'error-messages': 'a JSON object of texts',
};

export function checkTexts(element: { words: Texts; errorMessages: Texts }): AttributeProblem | undefined {
  const attribute = !areTexts(element.words)
    ? 'words'
    : !areTexts(element.errorMessages)
      ? 'error-messages'
      : '';
  return attribute ? { attribute, isMinor: true } : undefined;
}
