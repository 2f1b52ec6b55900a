import { Toast as Base } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { common } from '#web/messages/common.ts'

const UNDO_MS = 8_000
const manager = Base.createToastManager()
const failures = new Set<string>()

/** Says what happened; goes away by itself. @param id takes the place of an earlier toast with the same one. */
export function toastDone(title: string, description?: string, id?: string) {
  manager.add({ title, description, type: 'done', ...(id === undefined ? {} : { id }) })
}

/**
 * Says what happened and offers to take it back, for as long as the toast stays; pointing at it or focusing it stops the
 * clock. @returns closes it.
 */
export function toastUndo(title: string, { description, onUndo }: { description?: string; onUndo: () => void }) {
  const actionProps = { children: common.undo, onClick: onUndo }
  const id = manager.add({ title, description, type: 'done', timeout: UNDO_MS, actionProps })
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
  const key = id ?? `${title} ${description}`
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

/** Shows the toasts of the whole app, newest on top; at the left, above the foot of the sidebar and the transfer panel: buttons of rows and of transfers are at the right, and a pointer that rests on a toast keeps it. On phones above the one line of the transfer panel, and the button that floats there; a menu is opened to be read, so they wait behind it. */
export function Toaster({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={2}>
      {children}
      <Base.Portal>
        <Base.Viewport
          aria-label={common.notifications}
          className="fixed bottom-[max(7rem,calc(var(--lower-edge,0px)+1rem))] left-4 max-md:in-[body:has([role=menu][data-open])]:invisible max-md:bottom-[calc(min(var(--lower-edge,0px),3rem)+5.5rem)] max-md:right-4 max-md:mx-auto z-30 flex print:hidden w-[min(23rem,calc(100vw-2rem))] flex-col gap-2 outline-none"
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
          'rounded-lg border bg-surface py-3 pr-2 pl-3.5 shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0',
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
