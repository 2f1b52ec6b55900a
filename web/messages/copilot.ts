import { englishWords } from './languages/english-words.ts'

/** Help that is found by what is asked. */
export const copilot = englishWords('copilot', {
  title: 'AI Copilot',
  lead: 'Ask about QuantumShield, or say which setting or file you look for. Answers are quotes of our documentation, found by their meaning. What you type is sent to this server, also a name of a file in it; the names of files in your vault and your team spaces are compared in this browser and not sent.',
  question: 'Your question',
  placeholder: 'How do I share a file with a customer?',
  ask: 'Ask',
  askFor: (question: string) => `Ask the copilot: “${question}”`,
  asking: 'Reading the documentation …',
  fromDocumentation: 'From the documentation',
  nothing: 'The documentation says nothing about that.',
  nothingText: 'Put it another way, or open Help.',
  failed: 'The documentation could not be asked.',
  retry: 'Try again',
  read: (title: string) => `Read “${title}”`,
  places: 'Pages and settings',
  files: 'Files in your vault',
  spaceFiles: 'Files in team spaces',
  inSpace: (space: string) => `in “${space}”`,
  moreInSpaces: (count: number) => `and ${count} more: search for the name in the space`,
  spacesLeft: (count: number) =>
    count === 1
      ? '1 team space was not looked in completely: search there.'
      : `${count} team spaces were not looked in completely: search there.`,
  more: (count: number) => `and ${count} more: search for the name in My Files`,
  written: {
    write: 'Write an answer',
    leaves: (model: string, provider: string) =>
      `What you typed, also a name of a file in it, and the quotes below go to the language model ${model} (${provider}). The names of your files and what is in them do not.`,
    kept: 'Your organisation keeps what is asked, in the database of this server.',
    waiting: 'The model reads the quotes …',
    source: (number: number, title: string) => `Quote ${number}: ${title}`,
    stop: 'Stop',
    stopped: (hasText: boolean) => (hasText ? 'Stopped. What came so far stays.' : 'Stopped before anything came.'),
    failed: (message: string, hasText: boolean) =>
      `${message.replace(/\.$/, '')}. ${hasText ? 'What came so far stays; it is not the whole answer.' : 'The quotes below are there all the same.'}`,
    nothing: 'The model wrote nothing that it could show in the quotes. Read them yourself.',
    check: 'A model can be wrong: compare it with the quotes.',
    leftOut: (count: number) =>
      count === 1
        ? '1 sentence named no quote and was left out.'
        : `${count} sentences named no quote and were left out.`,
    again: 'Try again',
  },
  examples: 'For example',
  questions: [
    'Can the server read my files?',
    'I deleted a file and want it back',
    'Turn on two-factor authentication',
  ],
})
