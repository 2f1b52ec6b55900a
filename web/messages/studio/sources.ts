import type { SourceKind } from '#contract/sources/sources.ts'
import { englishWords } from '../languages/english-words.ts'

const sentences = (count: number): string => (count === 1 ? '1 sentence' : `${count.toLocaleString('en')} sentences`)

/** Sources of texts, and the facts that are found in them. */
export const sources = englishWords('studio', {
  title: 'Sources',
  lead: 'Texts that your organisation quotes. The sentences that fit a section are shown as fact cards, and go into its briefs.',
  byWords:
    'Embeddings are not installed on this server, so facts are found by the words that they share with a section.',
  failed: 'The sources could not be read',
  retry: 'Try again',
  loading: 'Reading sources',
  none: 'No sources yet',
  list: 'Sources of the organisation',
  kinds: { pasted: 'pasted', file: 'file', vault: 'from the vault' } satisfies Record<SourceKind, string>,
  row: (kind: SourceKind, count: number, isRead: boolean) =>
    `${sources.kinds[kind]} · ${sentences(count)} · ${isRead ? 'found by meaning' : 'found by words'}`,
  add: 'Add a source',
  paste: 'Paste a text',
  upload: 'Upload a file',
  fromVault: 'From the vault',
  back: 'Back to the list',
  fields: { name: 'Name', nameHint: 'Shown with each quotation', text: 'Text' },
  store: 'Add source',
  added: (count: number) => `Source added: ${sentences(count)}`,
  addFailed: 'The source could not be added',
  choose: 'Choose a file',
  chooseHint: '.txt, .md, .csv or .html, 1 MB at most',
  badFormat: 'Only .txt, .md, .csv and .html files are read.',
  tooLarge: 'The file is larger than 1 MB.',
  noText: 'This is no text that can be read.',
  delete: 'Delete',
  deleteOne: (name: string) => `Delete source ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'Its facts are in no new brief. Quotations that are in texts already stay.',
  deleted: 'Source deleted',
  deleteFailed: 'The source could not be deleted',
  cancel: 'Cancel',
  vault: {
    place: 'Where the file is',
    ownVault: 'My vault',
    space: (name: string) => `Team space “${name}”`,
    notAsShown: 'This file is not the one that the list showed. Nothing was sent. Reload the page.',
    search: 'Search files by name',
    clear: 'Clear search',
    failed: 'The files could not be read',
    none: 'There is no .txt, .md, .csv or .html file of 1 MB at most with this name.',
    files: 'Files that can be read as text',
    more: (count: number) => `${count} more: search for the name`,
    openFailed: 'The file could not be opened',
    leaves: 'The server learns what you send',
    leavesText:
      'Your file stays sealed. The name and the text below are sent and stored as they are shown here: the server can read them, and so can everyone who manages growth. That you chose this file is in the audit log.',
    leavesSpace: (space: string) =>
      `The file stays sealed in “${space}”. The name and the text below are sent and stored as they are shown here: the server can read them, and so can everyone who manages growth, whether they belong to the space or not. That you chose this file of the space is in the audit log.`,
    textHint: 'Take out what may not leave.',
    confirm: 'I have read the text, and the server may have it',
    confirmMissing: 'Confirm that the server may have this text.',
    store: 'Send this text',
  },
  facts: {
    title: 'Fact cards',
    manage: 'Sources',
    none: 'No sentence of your sources fits a section.',
    noSources: 'Add texts of your own as sources: sentences that fit a section are shown here.',
    failed: 'The facts could not be read',
    noSections: 'Type a title or an outline first.',
    of: (heading: string) => `Facts for ${heading}`,
    byMeaning: (similarity: number) => `Similar in meaning: ${similarity.toFixed(2)}`,
    byWords: (similarity: number) => `Found by words: ${Math.round(similarity * 100)} % of them`,
    insert: 'Insert',
    insertOne: (text: string) => `Insert “${text}”`,
    inserted: 'Quotation inserted. Save to keep it.',
    give: 'Give it to the model',
    giveOne: (text: string) => `Give “${text}” to the model`,
    chosen: (count: number) =>
      count === 1
        ? '1 fact is given to the model when it writes.'
        : `${count} facts are given to the model when it writes.`,
    tooMany: 'A model is given 20 facts at most.',
  },
})
