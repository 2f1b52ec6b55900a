import { m } from '#web/messages/app.ts'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Shortcuts } from './shortcuts.tsx'

export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={m.help.shortcutsTitle}>
      <Shortcuts />
    </Sheet>
  )
}
