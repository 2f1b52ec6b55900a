import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

/** Keeps Base UI from adding style elements, which `style-src 'self'` would refuse. */
export function CspSafeStyles({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
