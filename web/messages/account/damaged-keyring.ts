import { pageWords } from '../languages/page-words.ts'

/** Where the vault does not open because its keyring was written over. */
export const damagedKeyring = pageWords('damagedKeyring', {
  look: 'Look for an earlier state',
  found: (day: string) => `The state at the beginning of ${day} opens with your password.`,
  lost: 'What your vault remembered since then is lost: people you shared with for the first time, and safety numbers that you compared. You get an email about it.',
  none: 'None of the last 30 days opens. A device on which you used this vault before may have a copy: open it there. Otherwise ask your administrator.',
  submit: 'Put this state back',
  done: 'An earlier state was put back',
  doneText: 'Enter your password to open the vault.',
})
