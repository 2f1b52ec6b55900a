import type { DraftFields } from '#web/lib/keyless/studio/drafts.ts'

/** A draft with its texts as they were saved one after the other, the first one first. */
export type DemoDraft = {
  fields: DraftFields
  meta: string
  tags: string[]
  /** Whether a brief is made before anybody writes. */
  isBriefed: boolean
  texts: readonly string[]
}

const COATING_BEGINNING = `# How a lens coating is measured

A coating is thinner than a wavelength of the light that it is made for, and still decides how much of that light arrives. People who buy a coated lens
want to know what the curve in the data sheet says, and what it leaves out.

## Why it matters

A bare surface of glass sends back a few percent of the light. A lens of an instrument has several surfaces, and each takes its share. What is sent
back is not only lost: it wanders between the surfaces and lies as a veil over the picture.
`
const COATING_MIDDLE = `
## What is measured

A spectrometer sends light through the lens, one wavelength after the other, and compares what arrives with what arrives without the lens. That is the
transmission. For reflection the light falls on the surface at a small angle, and the part that comes back is compared with a mirror that is known.

Three things have to stay the same meanwhile:

- the temperature, as layers swell when they get warm
- the angle, as a layer looks thicker to light that crosses it at a slant
- the place on the lens, as the edge is rarely coated like the middle
`
const COATING_END = `
## What customers get

Each lens comes with its own curve, measured at five places, and with the temperature at which that was done. Where the middle and the edge differ, both
are in the report. Ask for the raw values if you want to calculate with them: they are a table, and nobody has smoothed them.

If a curve is not what you ordered, send the lens back. We measure it again next to a sample that stayed with us, and tell you what we find.
`

const CALIBRATION_FIRST = `# Calibration within a week

Your instrument arrives on Monday, and leaves on Friday with a certificate.

## Why it matters

An instrument that is away measures nothing. We plan the bench before your parcel is here, so that it does not wait on a shelf.
`
const CALIBRATION_SECOND = `# Calibration within a week

Your instrument arrives on Monday, and leaves on Friday with a certificate.

## Why it matters

An instrument that is away measures nothing. Tell us the day on which you can spare it, and a place on the bench is kept for that day.

## What is measured

Wavelength, transmission and stray light, first as the instrument arrives and then as it leaves. You see both, so you know what your last readings were worth.

## What customers get

A certificate with the values and their uncertainty, a list of all adjustments, and the name of the person who did it. Call them when a value surprises you.

[Ask for a date](/contact)
`

const RENTAL = `# A spectrometer for one campaign

Four weeks of measuring do not need an instrument for ten years. Rent one: calibrated before it leaves, insured on the way, with somebody at the phone who uses the
same model.

Ask for a date. You pay for the weeks in which it is with you.
`

const ANNOUNCEMENT = `# New coatings for the near infrared

Three coatings for the near infrared are in stock. The curves are in the spring catalogue, each with the temperature at which it was measured. Tell us your wavelength, and we
say which one fits, or that none does.
`

/** Texts that Marketing of the invented organisation works on. People wrote every word of it, and no model. */
export const DRAFTS: readonly DemoDraft[] = [
  {
    fields: {
      title: 'How a lens coating is measured',
      outline: 'Why it matters\nWhat is measured\nWhat customers get',
      target_keyword: 'lens coating',
      audience: 'Engineers',
      content_type: 'blog',
    },
    meta: 'How the transmission and reflection of a lens coating are measured, what has to stay the same meanwhile, and what the curve says.',
    tags: ['lens coating', 'spectrometer', 'transmission'],
    isBriefed: true,
    texts: [
      COATING_BEGINNING,
      `${COATING_BEGINNING}${COATING_MIDDLE}`,
      `${COATING_BEGINNING}${COATING_MIDDLE}${COATING_END}`,
    ],
  },
  {
    fields: {
      title: 'Calibration within a week',
      outline: 'Why it matters\nWhat is measured\nWhat customers get',
      target_keyword: 'optical calibration',
      audience: 'Managers of laboratories',
      content_type: 'landing',
    },
    meta: 'Optical calibration from Monday to Friday: values as the instrument arrives and as it leaves, with their uncertainty.',
    tags: ['calibration', 'certificate'],
    isBriefed: false,
    texts: [CALIBRATION_FIRST, CALIBRATION_SECOND],
  },
  {
    fields: {
      title: 'A spectrometer for one campaign',
      outline: '',
      target_keyword: 'spectrometer rental',
      audience: 'Research groups',
      content_type: 'adcopy',
    },
    meta: 'Rent a calibrated spectrometer for the weeks in which you measure.',
    tags: ['rental'],
    isBriefed: false,
    texts: [RENTAL],
  },
  {
    fields: {
      title: 'New coatings for the near infrared',
      outline: '',
      target_keyword: 'lens coating',
      audience: 'Customers of the catalogue',
      content_type: 'social',
    },
    meta: '',
    tags: ['catalogue'],
    isBriefed: false,
    texts: [ANNOUNCEMENT],
  },
  {
    // Planned, and nobody has begun.
    fields: {
      title: 'Cleaning a coated lens without harm',
      outline: 'What dirt does\nWhat you need\nStep by step\nWhen to send it in',
      target_keyword: 'lens cleaning',
      audience: 'People who use instruments every day',
      content_type: 'blog',
    },
    meta: '',
    tags: [],
    isBriefed: true,
    texts: [],
  },
]

/** Sources that texts may quote. */
export const SOURCES = [
  {
    name: 'Data sheet of the coatings',
    text: `The coatings are measured at 20 degrees Celsius, at five places of each lens.
Each lens is delivered with its own curve, and with the raw values as a table.
A coating is cleaned with alcohol and a cloth without fibres, and never dry.
Where the edge differs from the middle, both curves are in the report.`,
  },
  {
    name: 'How the calibration bench works',
    text: `An instrument is measured as it arrives, before anything is adjusted.
The certificate names the uncertainty of each value and the person who measured it.
A place on the bench is kept for the day on which the instrument arrives.`,
  },
] as const

/** Questions that the service desk is asked, one in each line. */
export const QUESTIONS = [
  'how to clean a coated lens',
  'how long does calibration take',
  'what does a calibration certificate say',
  'spectrometer rental for a month',
  'spectrometer rental insurance',
  'lens coating for near infrared',
  'lens coating scratched',
  'what is stray light',
  'stray light in spectrometers',
  'transmission of coated glass',
  'best cloth for lens cleaning',
  'lens cleaning alcohol',
] as const

/** Posts of the first days of the month, on each of which one is planned. */
export const POSTS = [
  'A curve in a data sheet is worth as much as the temperature next to it. Ours are measured at 20 degrees, and say so.',
  'One mistake with coated lenses: wiping them dry. A drop of alcohol and a cloth without fibres, from the middle to the edge.',
  'Question of the week: how long is my instrument away? From Monday to Friday, if you tell us the Monday.',
  'On the bench today: a spectrometer that was measured before anybody touched a screw. You see both values, before and after.',
  'Before you send an instrument: note its last readings, pack its cables, write down what surprised you. The third helps most.',
  'People say that the middle of a lens is what counts. Look at the edge as well: that is where coatings differ.',
  'Rent or buy? For four weeks of measuring, rent. For readings every Monday, buy. For anything between, ask us both.',
  'A customer measured the same glass in two rooms and got two curves. It was the heating. Thank you for letting us tell this.',
] as const
