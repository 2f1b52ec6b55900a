import { expect, test } from 'vitest'
import { dropIdAt, dropTarget, useDropTargets } from './drag-and-drop.ts'
import { mount } from '../testing/mount.tsx'

const TYPE = 'application/x-rows'

function Targets({ note, type = TYPE }: { note: (id: string) => void; type?: string }) {
  useDropTargets({ type, canDrop: (id) => id !== 'full', onDrop: note })
  return (
    <>
      <p {...dropTarget('work')}>
        <b>Work</b>
      </p>
      <p {...dropTarget('')}>Top</p>
      <p {...dropTarget('full')}>Full</p>
      <p>Elsewhere</p>
    </>
  )
}

function openTargets() {
  const dropped: string[] = []
  mount(<Targets note={(id) => dropped.push(id)} />)
  return dropped
}

/** What the browser sends while something hangs on the pointer. @returns whether the page took it. */
function send(kind: 'dragover' | 'drop' | 'dragend', text: string, type = TYPE): boolean {
  const dataTransfer = new DataTransfer()
  dataTransfer.setData(type, '1')
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer })
  const target = [...document.querySelectorAll('main p, main b')].findLast(({ textContent }) => textContent === text)
  return !(target ?? document.body).dispatchEvent(event)
}
const shown = () => [...document.querySelectorAll('[data-drop-over]')].map(({ textContent }) => textContent)

test('the target under the pointer is shown, also from inside it, one at a time', () => {
  openTargets()
  expect([send('dragover', 'Work'), shown()]).toEqual([true, ['Work']])
  expect([send('dragover', 'Top'), shown()]).toEqual([true, ['Top']])
  expect([send('dragover', 'Elsewhere'), shown()]).toEqual([false, []])
})

test('a drop goes to the target that was shown; an empty id is one like any other', () => {
  const dropped = openTargets()
  send('dragover', 'Work')
  expect([send('drop', 'Work'), shown()]).toEqual([true, []])
  send('dragover', 'Top')
  send('drop', 'Top')
  expect(dropped).toEqual(['work', ''])
})

test('what may not go there is refused', () => {
  const dropped = openTargets()
  expect([send('dragover', 'Full'), shown()]).toEqual([false, []])
  expect([send('drop', 'Full'), dropped]).toEqual([false, []])
})

test('drags of another kind are left to the page', () => {
  const dropped = openTargets()
  expect([send('dragover', 'Work', 'text/plain'), shown()]).toEqual([false, []])
  send('dragover', 'Work')
  expect([send('drop', 'Work', 'text/plain'), dropped]).toEqual([false, []])
})

test('a drag that ends elsewhere leaves nothing shown and nothing dropped', () => {
  const dropped = openTargets()
  send('dragover', 'Work')
  send('dragend', 'Elsewhere')
  expect(shown()).toEqual([])
  send('drop', 'Elsewhere')
  expect(dropped).toEqual([])
})

test('the id under the pointer is that of the nearest target', () => {
  openTargets()
  const ids: (string | undefined)[] = []
  const read = (event: Event) => ids.push(dropIdAt(event))
  addEventListener('dragover', read)
  for (const text of ['Work', 'Top', 'Elsewhere']) send('dragover', text)
  removeEventListener('dragover', read)
  expect(ids).toEqual(['work', '', undefined])
})

test('files of the desktop are copied, and what lies on the page is moved', () => {
  const effectOf = (dataTransfer: DataTransfer) => {
    const effects: string[] = []
    // One that a page made itself ignores what is set.
    Object.defineProperty(dataTransfer, 'dropEffect', { set: (effect: string) => effects.push(effect) })
    document.querySelector('main b')?.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer }))
    return effects.at(-1)
  }
  const rows = new DataTransfer()
  rows.setData(TYPE, '1')
  openTargets()
  expect(effectOf(rows)).toBe('move')
  const files = new DataTransfer()
  files.items.add(new File(['x'], 'x.txt'))
  mount(<Targets note={() => undefined} type="Files" />)
  expect(effectOf(files)).toBe('copy')
})
