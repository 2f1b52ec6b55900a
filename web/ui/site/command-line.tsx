import { Check, Copy } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

type Props = { text: string; label: string; copy: string; copied: string }

const SHOWN_MS = 2000
const subscribe = () => () => {}
// Pages that are no secure context (plain HTTP over a network) have no clipboard.
const canCopy = () => (navigator.clipboard as Clipboard | undefined) !== undefined

/** A command to type elsewhere, with a button that copies it where the browser lets a page do that. */
export function CommandLine({ text, label, copy, copied }: Props) {
  const [isCopied, setCopied] = useState(false)
  const isOffered = useSyncExternalStore(subscribe, canCopy, () => true)
  const Icon = isCopied ? Check : Copy
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const take = () => navigator.clipboard.writeText(text).then(() => setCopied(true), console.warn)
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
      {/* In a prerendered page the server put its own address in; the first render, which has to equal it, has only the place. */}
      <pre
        suppressHydrationWarning
        className="min-w-0 grow font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
      {isOffered && (
        <button
          type="button"
          aria-label={label}
          onClick={() => void take()}
          className="inline-flex shrink-0 cursor-pointer items-center noscript:hidden gap-1.5 rounded-sm text-xs font-semibold text-brand hover:text-brand-hover pointer-coarse:min-h-11"
        >
          <Icon size={14} aria-hidden="true" />
          {isCopied ? copied : copy}
        </button>
      )}
      <span aria-live="polite" className="sr-only">
        {isCopied ? copied : ''}
      </span>
    </div>
  )
}
