import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'
import { fileTopics } from './help-files.ts'
import { peopleTopics } from './help-people.ts'

/** What works today, nothing else: a guide is written in the change that makes its subject work. */
const topics = [...fileTopics, ...peopleTopics]

/** `mod` stands for Ctrl, or for ⌘ on a Mac. */
const shortcuts = [
  {
    title: 'Everywhere',
    keys: [
      [['mod', 'K'], 'Go to a page, an action or a file'],
      [['?'], 'Show these shortcuts'],
      [['/'], 'Search on this page'],
      [['mod', 'B'], 'Show or hide the sidebar'],
      [['Alt', 'S'], 'Skip to the content'],
      [['Esc'], 'Close what is open, select nothing'],
    ],
  },
  {
    title: 'In the list of files',
    keys: [
      [['↑', '↓'], 'Move between files; among tiles, ← and → as well'],
      [['Shift', '↓'], 'Select from here to there'],
      [['Space'], 'Preview the file'],
      [['Ctrl', 'Space'], 'Select or deselect the file'],
      [['mod', 'A'], 'Select all files'],
      [['Enter'], 'Open a folder, preview a file'],
      [['I'], 'Show the details of the file'],
      [['F2'], 'Rename'],
      [['Delete'], 'Move to the trash'],
      [['mod', 'C'], 'Get the selected files ready to be copied'],
      [['mod', 'V'], 'Copy them into the folder that is open'],
      [['mod', 'Z'], 'Take back the last move, copy, deletion or rename'],
      [['Shift', 'F10'], 'Open the menu of the file'],
      [['A–Z'], 'Jump to the name that begins so'],
    ],
  },
] as const

export const help = pageWords('help', {
  title: 'Help',
  lead: 'Short guides to what works here. Each one says what to press and what happens.',
  search: 'Search guides',
  clearSearch: 'Clear search',
  start: 'Start here',
  index: 'Topics',
  topics,
  found: (count: number) => `${formatCount(count)} ${count === 1 ? 'guide' : 'guides'} found`,
  empty: 'No guide found',
  emptyText: 'Try another word, for example "password" or "upload".',
  shortcutsTitle: 'Keyboard shortcuts',
  shortcutsLead: 'Press ? on any page to see them.',
  shortcuts,
  showShortcuts: 'Show keyboard shortcuts',
} as const)
