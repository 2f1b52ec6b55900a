import { Rosette } from './rosette.tsx'

/** A band of linework at the head of a card, the figure cut by its edges like a seal across a fold. */
export function SealBand({ seed }: { seed: string }) {
  return (
    <div aria-hidden="true" className="relative h-24 overflow-hidden border-b border-line bg-brand-tint print:hidden">
      <div className="absolute top-1/2 right-6 -translate-y-1/2">
        <Rosette seed={seed} size={220} />
      </div>
    </div>
  )
}
