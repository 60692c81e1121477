import { useEffect } from 'react'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import page from '#web/ui/page.module.css'
import { costs } from './costs.tsx'
import { failures } from './failures.tsx'
import { firstSteps } from './first-steps.tsx'
import css from './help-page.module.css'
import type { HelpSection } from './help-section.ts'
import { market } from './market.tsx'
import { offers } from './offers.tsx'
import { waysToSell } from './ways-to-sell.tsx'

/** Help texts. Dialogs link to the sections by their anchors. */
export function HelpPage() {
  const sections = useSections()
  const [start, ...otherSections] = sections
  // The browser looks for the anchor before the page's code has loaded, so scroll again.
  useEffect(() => {
    const { hash } = window.location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div className={page.wide}>
      <header className={css.head}>
        <h1 className={css.title}>{t('Help')}</h1>
        <p className={css.lead}>{t('How to collect, sell and create works here, and what it costs.')}</p>
      </header>
      {/* The first section, which every visitor needs, spans the whole page width. */}
      <div className={css.start}>{start !== undefined && <Answer {...start} />}</div>
      <div className={css.columns}>
        <nav aria-label={t('On this page')} className={css.contents}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.sections}>
          {otherSections.map((section) => (
            <Answer key={section.id} {...section} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Answer({ id, title, text }: HelpSection) {
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={css.heading}>
        {title}
      </h2>
      {text}
    </section>
  )
}

/** Returns the help sections. The first one is for beginners. */
function useSections(): HelpSection[] {
  const { baseReserveDrops, ownerReserveDrops } = useSettings()
  const reserves = {
    base: formatXrpExact(BigInt(baseReserveDrops)),
    ownerReserve: formatXrpExact(BigInt(ownerReserveDrops)),
  }
  return [
    ...firstSteps(reserves),
    ...costs(reserves),
    ...waysToSell(),
    ...offers(),
    ...market(),
    ...failures(),
  ]
}
