import { type Fault, noticedBy } from './fault.ts'

const SPEC = 'e2e/drive/name-conflicts.spec.ts'
const RESOLVE = 'web/app/drive/upload/use-resolve-conflicts.ts'
const DIALOG = 'web/app/drive/upload/conflict-dialog.tsx'

export const MOVED_CONFLICTS: readonly Fault[] = noticedBy(
  'web/app/drive/name-conflicts.screen.browser.test.tsx',
  SPEC,
  {
    'an upload whose name is taken asks, while the others continue; both are kept unless another answer is given': [
      {
        file: 'web/app/drive/upload/use-upload.ts',
        from: '    send(free)\n    send(await rest)\n',
        to: '    const later = await rest\n    send(free)\n    send(later)\n',
      },
      { file: RESOLVE, from: '({ incoming, name: freeName }))', to: '({ incoming, name: incoming.name }))' },
      { file: DIALOG, from: "useState<ConflictChoice>('keep-both')", to: "useState<ConflictChoice>('replace')" },
    ],
    'Skip leaves the new file out': [{ file: RESOLVE, from: "if (choice === 'skip') return []", to: '' }],
    'so does closing the question': [
      { file: DIALOG, from: "onClose={() => onChoose('skip')}", to: "onClose={() => onChoose('replace')}" },
    ],
    'Replace makes it the content of the stored file, says that the former is kept, and trashes nothing': [
      { file: RESOLVE, from: 'if (!onReplace) {', to: 'if (onReplace) {' },
      { file: RESOLVE, from: 'keepsVersion: !onReplace,', to: 'keepsVersion: Boolean(onReplace),' },
    ],
    'several names that are taken are one question': [
      { file: DIALOG, from: 'names.slice(0, SHOWN_NAMES)', to: 'names.slice(0, 1)' },
    ],
    'moving asks as well: Keep both gives the file another name, and undo gives back name and place': [
      {
        file: 'web/app/drive/move/use-move.ts',
        from: 'putWithUndo(filesAmong(later), to, newNames(later))',
        to: 'putWithUndo(filesAmong(later), to, {})',
      },
      { file: 'web/app/drive/move/use-move.ts', from: 'place, oldNames)', to: 'place, names)' },
      {
        file: 'web/app/drive/move/use-move.ts',
        from: '[...Map.groupBy(list, placeOf)]',
        to: '[...Map.groupBy(list, () => to)]',
      },
    ],
    'Replace on a move puts the file that is there into the trash': [
      { file: RESOLVE, from: '      onReplace(conflicts.map(({ existing }) => existing))\n', to: '' },
    ],
  },
)
