import { englishWords } from './languages/english-words.ts'

/** Help that is found by what is asked. */
export const copilot = englishWords('copilot', {
  title: 'AI Copilot',
  lead: 'Ask about QuantumShield, or say which file you look for. Answers are quotes of our documentation, found by their meaning. Names of files are compared in this browser and sent nowhere.',
  question: 'Your question',
  placeholder: 'How do I share a file with a customer?',
  ask: 'Ask',
  asking: 'Reading the documentation …',
  fromDocumentation: 'From the documentation',
  nothing: 'The documentation says nothing about that.',
  nothingText: 'Put it another way, or open Help.',
  failed: 'The documentation could not be asked.',
  retry: 'Try again',
  read: (title: string) => `Read “${title}”`,
  pages: 'Pages',
  files: 'Files in your vault',
  more: (count: number) => `and ${count} more: search for the name in My Files`,
  examples: 'For example',
  questions: [
    'Can the server read my files?',
    'I deleted a file and want it back',
    'Turn on two-factor authentication',
  ],
})
