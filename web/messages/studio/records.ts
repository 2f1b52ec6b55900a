import { englishWords } from '../languages/english-words.ts'

/** The check of texts with the signed records of models. */
export const records = englishWords('studio', {
  open: 'Check a record',
  title: 'Check a text with its record',
  lead: 'Paste a text, a post or a downloaded file, and its record. Both stay in this browser: only the published key of this installation is fetched.',
  text: 'Text',
  record: 'Record',
  chooseText: 'Choose a text file',
  chooseRecord: 'Choose a record file',
  check: 'Check',
  failed: 'The check could not be made',
  unreadable: 'This is no record. Choose the file ending in .record.json that was downloaded with the text.',
  notSigned:
    'This record is not signed with the key of this installation, or it was changed. It says nothing about the text.',
  same: 'Signed by this installation, and the text is unchanged.',
  samePassage: (version: number) =>
    `Signed by this installation, and the text is unchanged. The model rewrote a passage of version ${version}; the rest is as it was there.`,
  sameContinued: (version: number) =>
    `Signed by this installation, and the text is unchanged. The model continued version ${version}, which people may have changed before.`,
  changed: 'The record is signed by this installation, but this is another text, or it was changed since.',
  facts: {
    model: 'Model',
    at: 'Signed',
    editor: 'Had it written (account)',
    prompt: 'SHA-256 of the request',
    parts: 'Texts in this record',
  },
  parts: (count: number) => `${count}, of which any one may be checked`,
})
