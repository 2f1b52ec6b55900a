import type { Dialect } from '#contract/grammar/grammar.ts'
import { englishWords } from '../languages/english-words.ts'

const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${more}`

/** Grammar and spelling of texts, and the dictionary of the organisation. */
export const grammar = englishWords('studio', {
  title: 'Grammar and spelling',
  check: 'Check grammar',
  checkHint: 'In this browser: your text is not sent for it.',
  missing: (command: string) => `Grammar can be checked once “${command}” was run on the server.`,
  readFailed: 'The dictionary could not be read',
  retry: 'Try again',
  loading: 'Reading the dictionary',
  starting: 'Loading the checker, 16 MB at the first time',
  startFailed: 'The checker could not be started',
  stopped: 'The checker stopped',
  again: 'Start again',
  checking: 'Checking',
  none: 'Nothing found',
  counts: (spelling: number, style: number) =>
    [
      ...(spelling > 0 ? [`${spelling.toLocaleString('en')} of spelling`] : []),
      ...(style > 0 ? [`${style.toLocaleString('en')} of grammar and style`] : []),
    ].join(', '),
  foreign: 'This text does not look English, so it is not checked.',
  checkAnyway: 'Check it all the same',
  list: 'Findings',
  spelling: 'Spelling',
  keys: 'F8 in the text leads to the next finding, Shift F8 back.',
  previous: 'Previous finding',
  next: 'Next finding',
  more: (count: number) => `${counted(count, 'further finding', 'further findings')} below: the list shows 50.`,
  replaceBy: (text: string) => `Replace by “${text}”`,
  remove: 'Remove',
  removeIt: (text: string) => `Remove “${text}”`,
  ignore: 'Ignore here',
  add: 'Add to dictionary',
  added: (word: string) => `“${word}” added to the dictionary`,
  addFailed: 'The word could not be added',
  dictionary: {
    open: 'Dictionary',
    title: 'Dictionary',
    lead: 'Words that are right in the texts of your organisation, for everyone who writes them here.',
    dialect: 'English',
    dialects: {
      American: 'American',
      British: 'British',
      Australian: 'Australian',
      Canadian: 'Canadian',
    } satisfies Record<Dialect, string>,
    chosen: (dialect: Dialect) => `Texts are checked in ${dialect} English`,
    chooseFailed: 'The English could not be changed',
    word: 'New word',
    badWord: 'One word, with a letter, without white space.',
    add: 'Add word',
    list: 'Words of the dictionary',
    count: (count: number, most: number) =>
      `${counted(count, 'word', 'words')} of at most ${most.toLocaleString('en')}`,
    none: 'No words yet',
    remove: (word: string) => `Remove ${word}`,
    removed: (word: string) => `“${word}” removed from the dictionary`,
    removeFailed: 'The word could not be removed',
    export: 'Export as text',
    fileName: 'dictionary.txt',
  },
})
