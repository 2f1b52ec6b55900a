/** A fault that an end-to-end spec caught, and the test of the first tier that catches it now. */
export type Fault = {
  /** The file of the product in which `from` occurs exactly once; `to` is the fault. */
  file: string
  from: string
  to: string
  test: { file: string; title: string }
  /** The spec that held the rule alone before. */
  was: string
}

type Planted = Record<string, readonly Pick<Fault, 'file' | 'from' | 'to'>[]>

/** Faults by the title of the test in `file` that notices them. */
export function noticedBy(file: string, was: string, planted: Planted): Fault[] {
  return Object.entries(planted).flatMap(([title, faults]) =>
    faults.map((fault) => ({ ...fault, test: { file, title }, was })),
  )
}
