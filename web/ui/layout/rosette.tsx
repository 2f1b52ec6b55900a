import { useEffect, useRef } from 'react'
import { drawRosette } from './guilloche.ts'
import { textDigest } from '../code/text-digest.ts'

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
