import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'

/** What people do with lists of any page: which columns they show, views of them, and acts on several rows. */
export const list = pageWords('list', {
  columns: {
    open: 'Columns',
    all: 'Show all columns',
  },
  views: {
    title: 'Saved views',
    save: 'Save view',
    saveTitle: 'Save these filters as a view',
    renameTitle: 'Rename the view',
    name: 'Name',
    nameMissing: 'A view needs a name',
    hint: 'You find it in every browser that you sign in with. The server knows its name and filters.',
    submit: 'Save',
    saved: 'View saved',
    changed: (name: string) => `${name} (changed)`,
    more: (name: string) => `More for the view ${name}`,
    rename: 'Rename',
    update: 'Save the filters of now',
    remove: 'Delete view',
    removed: 'View deleted',
    failedRead: 'Your saved views could not be read',
    failed: 'The view was not changed',
    retry: 'Retry',
  },
  chosen: {
    column: 'Choose',
    one: (name: string) => `Choose ${name}`,
    all: 'Choose all that are shown',
    count: (count: number) => `${formatCount(count)} chosen`,
    clear: 'Clear',
    failed: (failed: number, all: number) =>
      failed === all ? 'Nothing was changed:' : `${formatCount(failed)} of ${formatCount(all)} were not changed:`,
    reason: (name: string, reason: string) => `${name}: ${reason}`,
    further: (count: number) => `and ${formatCount(count)} more`,
    working: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)}`,
  },
  menu: {
    column: 'More',
    more: (name: string) => `More for ${name}`,
  },
  panel: {
    previous: 'Previous row',
    next: 'Next row',
    raw: 'Raw data',
    copy: 'Copy JSON',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying. The text is shown here.',
  },
  imports: {
    choose: 'Choose a file',
    reading: 'Reading the file',
    file: 'File',
    encoding: 'Encoding',
    separator: 'Separator',
    separators: { ',': 'comma', ';': 'semicolon', '\t': 'tab' },
    noSeparator: 'none, one column',
    leftOut: 'Not read',
    columns: (used: number, all: number) => `Columns: ${used} of ${all} are read`,
    columnNo: (place: number) => `Column ${place}`,
  },
})
