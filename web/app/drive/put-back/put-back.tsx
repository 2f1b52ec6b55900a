import { type ComponentProps, Suspense, lazy } from 'react'
import type { PutBackDialog } from './put-back-dialog.tsx'

/** Fetched when somebody asks for it: lists do not carry it along. */
const Dialog = lazy(async () => ({ default: (await import('./put-back-dialog.tsx')).PutBackDialog }))

/** The dialog, from its first opening on. */
export function PutBack(props: ComponentProps<typeof PutBackDialog>) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
