/** One of the two inks of a rosette: colour and stroke width in CSS pixels. */
export type Ink = { colour: string; width: number }

/**
 * Draws security-print linework from data: a family of closed curves r(θ) = 1 + a·sin(nθ + φ) + b·sin(mθ − φ), where φ
 * advances once per curve. n, m, a and b come from the bytes of a hash, so the same hash always gives the same figure.
 *
 * @param seed at least 8 bytes.
 * @param size edge of the square figure in CSS pixels; small figures get fewer curves, or they fill in.
 */
export function drawRosette(context: CanvasRenderingContext2D, seed: Uint8Array, size: number, inks: readonly Ink[]) {
  const curves = Math.round(Math.min(22, Math.max(5, size / 8)))
  const steps = Math.min(1080, Math.max(240, size * 3))
  const unit = (index: number) => (seed[index % seed.length] ?? 0) / 255
  const centre = size / 2

  for (const [layer, ink] of inks.entries()) {
    const n = 5 + Math.floor(unit(layer * 4) * 7)
    const m = 9 + Math.floor(unit(layer * 4 + 1) * 14)
    const a = 0.1 + unit(layer * 4 + 2) * 0.16
    const b = 0.05 + unit(layer * 4 + 3) * 0.09
    // The outer curve reaches 1 + a + b; the division keeps it inside the square whatever the hash says.
    const radius = layer === 0 ? (centre * 0.98) / (1 + a + b) : centre * 0.44
    context.strokeStyle = ink.colour
    context.lineWidth = ink.width
    for (let curve = 0; curve < curves; curve++) {
      const phase = (curve / curves) * Math.PI * 2
      context.beginPath()
      for (let step = 0; step <= steps; step++) {
        const angle = (step / steps) * Math.PI * 2
        const r = radius * (1 + a * Math.sin(n * angle + phase) + b * Math.sin(m * angle - phase))
        context.lineTo(centre + r * Math.cos(angle), centre + r * Math.sin(angle))
      }
      context.stroke()
    }
  }
}
