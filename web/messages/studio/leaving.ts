import { englishWords } from '../languages/english-words.ts'

const REQUESTS: Readonly<Record<string, string>> = {
  'content.plan': 'The plan',
  'content.section':
    'Each section: here the first, with the heading that it has without a plan; the others have their own, and the text before them',
  'content.meta': 'The description for search engines',
}

/** Words about requests to a language model, before they leave. */
export const leaving = englishWords('studio', {
  see: 'See what leaves',
  seeContinued: 'See what leaves to continue',
  title: 'What leaves',
  failed: 'What leaves could not be read',
  goes: (model: string, provider: string) => `This goes to the language model ${model} (${provider}).`,
  stays: (model: string) => `This goes to the language model ${model}, which is in the network of this server.`,
  replaced: (count: number) =>
    count === 0
      ? 'Nothing in it was recognised as personal data or a secret.'
      : `${count === 1 ? '1 value is' : `${count} values are`} replaced by placeholders, and put back into the answer.`,
  text: 'What the model is asked',
  further: (endpoint: string) =>
    endpoint === 'social.week'
      ? 'One after the other, these requests are sent, one for each week.'
      : 'One after the other, these requests are sent. What the model writes itself is not known yet, and is shown in square brackets.',
  missing: (nth: number) => `Missing section ${nth}`,
  request: (endpoint: string, nth: number) =>
    endpoint === 'social.week' ? `Week ${nth}` : (REQUESTS[endpoint] ?? endpoint),
})
