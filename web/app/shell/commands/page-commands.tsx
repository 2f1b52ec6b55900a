import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { FileInput } from '#web/ui/form/drop-zone.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useUpload } from '../../drive/upload/use-upload.ts'
import type { FrameProps } from '#web/parts/frame/frame.tsx'
import { onOpenPalette } from '#web/parts/frame/open-palette.ts'

/** Most visits need neither. The key before K begins to load the palette, so that nothing typed after it is lost. */
const load = {
  palette: async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }),
  shortcuts: async () => ({ default: (await import('../../help/shortcuts.tsx')).ShortcutsSheet }),
}
const CommandPalette = lazy(load.palette)
const ShortcutsSheet = lazy(load.shortcuts)
type Part = keyof typeof load

/** Ctrl or Cmd with K, and ?, on every page of the dashboard. */
export function PageCommands({ groups, peopleAt }: Pick<FrameProps, 'groups' | 'peopleAt'>) {
  const { upload } = useUpload()
  const chooser = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<Part | null>(null)
  const [wanted, setWanted] = useState<readonly Part[]>([])

  const open = (part: Part) => {
    const show = () => {
      setWanted((before) => [...before, part])
      setOpened(part)
    }
    load[part]().then(show, () => toastError(m.common.notLoadedTitle, m.common.notLoadedText))
  }
  const togglePalette = () => (opened === 'palette' ? setOpened(null) : open('palette'))

  const whenPressed = useEffectEvent(togglePalette)
  useEffect(() => onOpenPalette(() => whenPressed()), [])

  usePageKeys((event) => {
    if (event.key === 'Control' || event.key === 'Meta') load.palette().catch(() => undefined)
    const isCommand = event.ctrlKey || event.metaKey
    const isPalette = isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
    const isHelp = event.key === '?' && !isCommand && !event.altKey && !isTyping(event)
    if ((!isPalette && !isHelp) || isSomethingElseOpen(opened !== null)) return
    event.preventDefault()
    if (isPalette) togglePalette()
    else open('shortcuts')
  })

  return (
    <>
      {wanted.includes('palette') && (
        <Suspense>
          <CommandPalette
            groups={groups}
            peopleAt={peopleAt}
            isOpen={opened === 'palette'}
            onClose={() => setOpened(null)}
            onUpload={() => chooser.current?.click()}
            onShortcuts={() => open('shortcuts')}
          />
        </Suspense>
      )}
      {wanted.includes('shortcuts') && (
        <Suspense>
          <ShortcutsSheet isOpen={opened === 'shortcuts'} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      <FileInput inputRef={chooser} onFiles={(chosen) => upload(chosen, null)} isMultiple />
    </>
  )
}

/** A dialog that waits for an answer keeps the page for itself; one that fades out does not. */
function isSomethingElseOpen(isOurs: boolean): boolean {
  return !isOurs && document.querySelector(':is([role=dialog], [role=alertdialog])[data-open]') !== null
}
