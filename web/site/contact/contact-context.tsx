import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import type { ContactRequest } from './contact-dialog.tsx'

const ContactContext = createContext<(request: ContactRequest) => void>(() => {
  throw new Error('outside of ContactProvider')
})

/** Opens the contact dialog. */
export const useContact = () => use(ContactContext)

const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }))

/** Around the site: any button may open the one dialog, which is fetched when it is first needed. */
export function ContactProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ContactRequest | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((wanted: ContactRequest) => {
    setRequest(wanted)
    setOpen(true)
  }, [])
  return (
    <ContactContext value={open}>
      {children}
      {request && (
        <Suspense>
          <ContactDialog request={request} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ContactContext>
  )
}
