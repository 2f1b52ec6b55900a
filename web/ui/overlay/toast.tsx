import { Toast as Base } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { common } from '#web/messages/common.ts'

const UNDO_MS = 8_000
const manager = Base.createToastManager()
const failures = new Set<string>()
const undos = new Map<string, string>()

/** Says what happened; goes away by itself. @param id takes the place of an earlier toast with the same one, or else with the same words. */
export function toastDone(title: string, description?: string, id = wordsOf(title, description)) {
  manager.add({ title, description, type: 'done', id })
}

/**
 * Says what happened and offers to take it back, for as long as the toast stays; pointing at it or focusing it stops the
 * clock. The first press counts and closes it, also where what it does fails and says so. It takes the place of an earlier one with the same words. @returns closes this one.
 */
export function toastUndo(title: string, { description, onUndo }: { description?: string; onUndo: () => void }) {
  const words = wordsOf(title, description)
  const former = undos.get(words)
  if (former !== undefined) manager.close(former)
  let isUndone = false
  const onClick = () => {
    // A toast can still be pressed while it fades out.
    if (isUndone) return
    isUndone = true
    manager.close(id)
    onUndo()
  }
  const actionProps = { children: common.undo, onClick }
  // An id of its own: what closes the earlier one does not close this one.
  const onRemove = (): void => void (undos.get(words) === id && undos.delete(words))
  const id: string = manager.add({ title, description, type: 'done', timeout: UNDO_MS, actionProps, onRemove })
  undos.set(words, id)
  return () => manager.close(id)
}

/** Says what is under way, for as long as it takes. @returns closes it. */
export function toastBusy(title: string) {
  const id = manager.add({ title, type: 'busy', timeout: 0 })
  return () => manager.close(id)
}

type MoreOfError = { id?: string; action?: { label: string; onPress: () => void } }

/** Says what failed; stays twice as long. @param more an id whose earlier toast it replaces, and a button. Polite like the others: Base UI hides urgent toasts from assistive technology while their buttons can be focused. */
export function toastError(title: string, description?: string, { id, action }: MoreOfError = {}) {
  // Many failures with the same sentence are one toast.
  const key = id ?? wordsOf(title, description)
  failures.add(key)
  const close = () => manager.close(key)
  const actionProps = action && { children: action.label, onClick: () => (close(), action.onPress()) }
  const onRemove = () => failures.delete(key)
  manager.add({ id: key, title, description, type: 'error', timeout: 10_000, actionProps, onRemove })
}

/** Takes back what was said under this id. */
export function dismissToast(id: string) {
  manager.close(id)
}

/** Takes back what was said of failures: what failed before has worked now. */
export function dismissErrors() {
  for (const id of failures) manager.close(id)
}

function wordsOf(title: string, description?: string): string {
  return JSON.stringify([title, description])
}

/** In the middle of the content, whose check boxes are at the left and buttons at the right, beside the sidebar. A dialog is in the middle itself, so they are at the left beneath it, over the sidebar that it veils; so is the form of a page without a sidebar. */
const PLACE =
  'left-[calc((100vw+var(--side,0px)-var(--wide))/2)] md:in-[body:has([data-side=wide])]:[--side:16rem] md:in-[body:has([data-side=narrow])]:[--side:3rem] md:in-[body:has([role=dialog][data-open]:not([data-type]))]:left-4! md:in-[body:has([role=alertdialog][data-open])]:left-4! md:in-[body:not(:has([data-side]))]:left-4!'

/** Shows the toasts of the whole app, newest on top, at the lower edge above the transfer panel. On phones one at a time, above the one line of the transfer panel and the button that floats there, and so above the foot of a sheet; above a dialog that grows, whose lower part answers what was pressed; a menu is opened to be read, so they wait behind it. */
export function Toaster({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={2}>
      {children}
      <Base.Portal>
        <Base.Viewport
          aria-label={common.notifications}
          className={clsx(
            'fixed bottom-[calc(var(--lower-edge,0px)+1rem)] z-30 flex w-(--wide) flex-col gap-2 outline-none [--wide:min(23rem,calc(100vw-2rem))] print:hidden max-md:bottom-[calc(min(var(--lower-edge,0px),3rem)+5.5rem)] max-md:in-[body:has([data-growing][data-open])]:top-2 max-md:in-[body:has([data-growing][data-open])]:bottom-auto max-md:in-[body:has([role=menu][data-open])]:invisible',
            PLACE,
          )}
        >
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => {
    const isError = toast.type === 'error'
    const isBusy = toast.type === 'busy'
    const Icon = isError ? CircleAlert : isBusy ? LoaderCircle : CircleCheck
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['left', 'down']}
        className={clsx(
          'rounded-lg border bg-surface py-3 pr-2 pl-3.5 shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0 max-md:[[data-type]~&]:hidden',
          isError ? 'border-danger' : 'border-line',
        )}
      >
        <Base.Content className="flex items-start gap-2.5">
          <Icon
            size={18}
            aria-hidden="true"
            className={clsx('mt-0.5 shrink-0', isError ? 'text-danger' : 'text-brand', isBusy && 'animate-spin')}
          />
          <div className="min-w-0 flex-1 py-px">
            <Base.Title className="text-sm font-semibold text-wrap wrap-anywhere" />
            <Base.Description className="text-sm wrap-anywhere text-ink-2" />
          </div>
          <Base.Action className="h-7 shrink-0 cursor-pointer rounded-md border border-control px-2.5 text-xs font-semibold hover:bg-sunken pointer-coarse:h-11" />
          <Base.Close
            aria-label={common.dismiss}
            className="grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-ink-3 hover:bg-sunken hover:text-ink"
          >
            <X size={16} aria-hidden="true" />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}
