import { type ComponentProps, Suspense, lazy } from 'react'
import type { FileDialog } from '../list/use-file-dialog.ts'
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

type OfListProps = Pick<ComponentProps<typeof PutBackDialog>, 'onClose' | 'finalFocus'> & { dialog: FileDialog | null }

/** Of one file or folder, while the list asks for it. */
export function PutBackOfList({ dialog, ...rest }: OfListProps) {
  const item = dialog?.kind === 'put-back' ? dialog.item : null
  return <PutBack item={item} isOpen={item !== null} {...rest} />
}
