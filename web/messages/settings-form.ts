import { pageWords } from './languages/page-words.ts'

/** The bar below settings that were changed, and what it asks. */
export const settingsForm = pageWords('settingsForm', {
  one: (label: string, before: string) => `1 change: “${label}” was ${before}`,
  several: (count: number, labels: string) => `${count} changes: ${labels}`,
  empty: 'empty',
  on: 'on',
  off: 'off',
  quoted: (value: string) => `“${value}”`,
  undo: 'Undo',
  changed: 'Somebody else has changed this meanwhile:',
  both: (theirs: string, mine: string) => `${theirs}, here ${mine}`,
  take: 'Take their version',
  keep: 'Keep mine',
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page is not saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
})
