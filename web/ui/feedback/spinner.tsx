import { LoaderCircle } from 'lucide-react'

/** Turns while work is under way; the text beside it says what is going on. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden="true" className="animate-spin" />
}

/** A whole-page spinner with a name for people who cannot see it. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <output className="grid min-h-dvh place-items-center text-ink-3">
      <Spinner size={28} />
      <span className="sr-only">{label}</span>
    </output>
  )
}
