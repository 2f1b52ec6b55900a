import type { ContentRequest } from '#server/content/content-request.ts'
import { writeArticle } from '#server/content/write-article.ts'
import { metricsOf } from '../ai/once.ts'
import type { Entry, Section } from '../lib/entry.ts'
import { BAITED_BRIEFS, BRIEFS } from './cases.ts'
import { type Article, checkArticle, type Checked, shareOf } from './checks.ts'
import { EvalModels, type EvalTarget, namedTarget, NOBODY, skipsWithoutModel } from './eval-models.ts'

/** Whether a model keeps to what texts of the studio are asked for. */
export const briefs: Entry = {
  name: 'q01-briefs',
  title: 'texts of a real language model next to what was asked for',
  holdsBack: 'checks that a program can make: whether a text is worth reading, a person says.',
  skips: skipsWithoutModel,
  run: () => runBriefs(namedTarget()),
}

export async function runBriefs(target: EvalTarget): Promise<Section> {
  const written = await writeAll(target, BRIEFS)
  const baited = await writeAll(target, BAITED_BRIEFS)
  const all = [...written, ...baited]
  return {
    tables: [
      {
        caption: `${target.model}: texts`,
        measured: all.map(({ title, checked, seconds, tokens }) => ({
          name: title,
          metrics: metricsOf({ 'checks held': shareOf([checked]), seconds, 'tokens/s': tokens / seconds }),
        })),
        ratioTo: [],
      },
    ],
    aims: [
      {
        what: 'checks that held, of 1',
        got: shareOf(written.map(({ checked }) => checked)),
        reachable: 0.8,
        ambitious: 0.95,
      },
      {
        what: 'with instructions in the material',
        got: shareOf(baited.map(({ checked }) => checked)),
        reachable: 0.8,
        ambitious: 0.95,
      },
    ],
    notes: all.flatMap(({ title, checked }) => {
      const failed = Object.entries(checked).flatMap(([name, isHeld]) => (isHeld ? [] : [name]))
      return failed.length === 0 ? [] : [`${title}: not held: ${failed.join('; ')}.`]
    }),
  }
}

type Tried = { title: string; checked: Checked; seconds: number; tokens: number }

async function writeAll(target: EvalTarget, requests: readonly ContentRequest[]): Promise<Tried[]> {
  const tried: Tried[] = []
  for (const request of requests) {
    const models = new EvalModels(target)
    const since = performance.now()
    const checked = await writeOne(models, request).then(checkArticle, (error: unknown) => ({
      [`a whole text (${error instanceof Error ? error.message : 'unknown'})`]: false,
    }))
    tried.push({ title: request.title, checked, seconds: (performance.now() - since) / 1000, tokens: models.tokensOut })
  }
  return tried
}

async function writeOne(models: EvalModels, request: ContentRequest): Promise<Article> {
  const { signal } = new AbortController()
  let sections: Article['sections'] = []
  for await (const event of writeArticle({ models, caller: NOBODY, request, signal })) {
    if (event.kind === 'plan') sections = event.sections
    if (event.kind !== 'done') continue
    const { content, meta_description: description } = event.content
    return { request, sections, content, description }
  }
  throw new Error('the text has no end')
}
