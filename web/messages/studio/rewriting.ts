import type { RewriteWay } from '#contract/studio/rewriting.ts'
import { englishWords } from '../languages/english-words.ts'

const characters = (count: number) => (count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`)

/** Passages of a text that a model writes again. */
export const rewriting = englishWords('studio', {
  open: 'Rewrite selection',
  noModel: 'Rewriting takes a language model.',
  connect: 'Connect a model',
  select: 'Select a passage in the text first.',
  selected: (count: number) => `${characters(count)} selected.`,
  tooLong: (count: number, most: number) =>
    `${characters(count)} selected; ${characters(most)} are rewritten at once. Select less.`,
  title: 'Rewrite a passage',
  ways: {
    clearer: 'Clearer',
    shorter: 'Shorter',
    longer: 'More detail',
    formal: 'More formal',
    friendly: 'Friendlier',
    own: 'As described',
  } satisfies Record<RewriteWay, string>,
  waysLabel: 'Ways to rewrite it',
  instruction: 'In your own words',
  instructionHint: 'For example: for people who are new to it',
  leave: (model: string, provider: string) =>
    `The passage, some text around it, title and audience go to the language model ${model} (${provider}).`,
  original: 'Original',
  rewritten: (model: string) => `Rewritten by model ${model}`,
  waiting: 'Waiting for the model',
  stop: 'Stop',
  stopped: (hasText: boolean) =>
    hasText ? 'Stopped. This is a part of the answer. Your text is as it was.' : 'Stopped. Your text is as it was.',
  failed: (reason: string, hasText: boolean) =>
    hasText ? `${reason} This is a part of the answer. Your text is as it was.` : `${reason} Your text is as it was.`,
  part: 'Part of the answer',
  moved: 'The passage was changed since it was selected, so nothing can take its place. Copy what you need from here.',
  again: 'Try again',
  take: 'Replace the original',
  discard: 'Discard',
  taken: 'Passage replaced',
  takenText: 'The text before it is a version.',
  takeFailed: 'The passage was not replaced',
  typedMeanwhile: (no: number) => `You changed the passage meanwhile. Version ${no} has the rewritten one.`,
  undoMoved: 'The passage was changed since. The text before it is a version.',
  check: 'Read it before you replace the original. The label and a signed record stay with the text.',
  changes: {
    lostLinks: (all: string) => `Links that are gone: ${all}`,
    newLinks: (all: string) => `Links that were not there: ${all}`,
    newNumbers: (all: string) => `Figures that were not there: ${all}`,
    lostNumbers: (all: string) => `Figures that are gone: ${all}`,
    headings: 'The headings are not the same.',
    lists: 'A list is gone, or there is one now.',
    tables: 'A table is gone, or there is one now.',
    code: 'A block of code is gone, or there is one now.',
    quotes: 'A quotation is gone, or there is one now.',
  },
  changesLabel: 'Differences to look at',
})
