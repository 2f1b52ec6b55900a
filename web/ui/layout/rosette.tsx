import { useEffect, useRef } from 'react'
import { drawRosette } from './guilloche.ts'

type Props = {
  /** What the figure stands for: a key fingerprint, an address. The same text always gives the same figure. */
  seed: string
  /** Edge of the square in CSS pixels. */
  size: number
  className?: string
}

/** Guilloche drawn from the SHA-256 of `seed`; says nothing that the text beside it does not, so it is hidden from assistive technology. */
export function Rosette({ seed, size, className }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    let hash: Uint8Array | undefined

    const paint = () => {
      if (!hash) return

      const density = devicePixelRatio
      canvas.width = size * density
      canvas.height = size * density
      // By script, not in the markup: the policy refuses style attributes of prerendered pages.
      canvas.style.width = `${size}px`
      canvas.style.height = `${size}px`
      context.scale(density, density)
      const tokens = getComputedStyle(document.documentElement)
      const width = size < 64 ? 0.9 : size < 200 ? 0.6 : 0.75
      drawRosette(context, hash, size, [
        { colour: tokens.getPropertyValue('--brand'), width },
        { colour: tokens.getPropertyValue('--copper'), width: width * 1.15 },
      ])
    }
    const schemes = new MutationObserver(paint)
    schemes.observe(document.documentElement, { attributeFilter: ['class'] })
    let isWanted = true
    const begin = async () => {
      hash = await textDigest(seed)
      if (isWanted) paint()
    }
    void begin()
    return () => {
      isWanted = false
      schemes.disconnect()
    }
  }, [seed, size])

  return <canvas ref={ref} aria-hidden="true" width={size} height={size} className={className} />
}

/** SHA-256 of a text. Pages that are not a secure context (plain HTTP over a network) have no WebCrypto; they fetch the code for it. */
async function textDigest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  // TypeScript takes it for granted; browsers leave it out there.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(bytes)
}

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
