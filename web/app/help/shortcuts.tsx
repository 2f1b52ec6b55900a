import { commandKey } from '#web/lib/keys.ts'
import { help } from '#web/messages/help/help.ts'
import { ShortcutList } from '#web/ui/list/shortcut-list.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'

/** Every shortcut of the app, as this computer's keyboard calls the keys. */
export function Shortcuts() {
  return help.shortcuts.map(({ title, keys }) => (
    <div key={title} className="flex flex-col gap-2">
      <Heading as="h3" look="small">
        {title}
      </Heading>
      <ShortcutList
        label={title}
        shortcuts={keys.map(([caps, does]) => [caps.map((cap) => (cap === 'mod' ? commandKey() : cap)), does])}
      />
    </div>
  ))
}

export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={help.shortcutsTitle}>
      <Shortcuts />
    </Sheet>
  )
}
