import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

type Props = { text: string; label: string; copy: string; copied: string }

/** A command to type elsewhere, with a button that copies it. */
export function CommandLine({ text, label, copy, copied }: Props) {
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  const take = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3">
      <pre className="min-w-0 grow font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">{text}</pre>
      <button
        type="button"
        aria-label={label}
        onClick={() => void take()}
        className="inline-flex shrink-0 cursor-pointer items-center gap-1.5 rounded-sm text-xs font-semibold text-brand hover:text-brand-hover pointer-coarse:min-h-11"
      >
        <Icon size={14} aria-hidden="true" />
        <span aria-live="polite">{isCopied ? copied : copy}</span>
      </button>
    </div>
  )
}
