import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { TickMark } from '../form/checkbox.tsx'

/** A menu with more entries than the screen has room for scrolls inside; the popup takes the focus, as no entry does before one is lit. */
export const menuPopupStyle =
  'max-h-(--available-height) max-w-[calc(100vw-2rem)] min-w-52 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-1 shadow-lift outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Menus open inside the main landmark, so that all content stays within landmarks. Read when a menu opens. */
export const insideMain = {
  get current() {
    return document.getElementById('main')
  },
}

/** A menu that opens from the button `trigger`. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={insideMain}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} align="end" className="z-20 outline-none">
          <Base.Popup tabIndex={0} className={menuPopupStyle}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = Omit<ComponentProps<typeof Base.Item>, 'className'> & { isDanger?: boolean; keys?: string }

const itemStyle =
  'flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none pointer-coarse:min-h-11'

/** `keys` names the shortcut that does the same. */
export function MenuItem({ isDanger, keys, children, ...item }: ItemProps) {
  return (
    <Base.Item
      className={clsx(
        itemStyle,
        isDanger ? 'text-danger data-highlighted:bg-danger-tint' : 'data-highlighted:bg-sunken',
      )}
      {...item}
    >
      {children}
      {keys && <kbd className="ml-auto pl-4 font-sans text-xs text-ink-3 pointer-coarse:hidden">{keys}</kbd>}
    </Base.Item>
  )
}

type CheckProps = {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  className?: string
  children: ReactNode
}

/** A choice that is on or off; the menu stays open. */
export function MenuCheck({ isChecked, onChange, className, children }: CheckProps) {
  return (
    <Base.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      className={clsx(itemStyle, 'data-highlighted:bg-sunken', className)}
    >
      <TickMark isChecked={isChecked} />
      {children}
    </Base.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}

/** Text at the top of a menu that is not a choice. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-2 text-sm">{children}</div>
}
