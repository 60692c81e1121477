import disclosure from '#web/ui/disclosure.module.css'
import css from './analytics.module.css'

/** The published rules for marked sales, in plain words; docs/figures.md has the same. */
export function MarkRules() {
  return (
    <details className={`${disclosure.disclosure} ${css.rules}`}>
      <summary>Which sales are marked?</summary>
      <p>
        A sale that costs its parties nothing proves no price. Sales that match one of these rules stay in the
        history, and are left out of volume, sales, last sale and trending. A mark does not say that anybody
        did wrong.
      </p>
      <dl>
        <dt>Same funder</dt>
        <dd>
          Seller and buyer got their first XRP from the same account, or one from the other. Accounts that
          have funded more than 10 traders, as exchanges do, do not count. Where no ledger server knows who
          funded an account, this rule is off for it.
        </dd>
        <dt>Back and forth</dt>
        <dd>The work is sold, and its next change of owners within 30 days brings it back.</dd>
        <dt>Circle</dt>
        <dd>The same by way of others, in six steps at most.</dd>
        <dt>No profit</dt>
        <dd>
          The same two accounts sell each other different works within 7 days at prices less than 5 % apart.
        </dd>
        <dt>Fee-free</dt>
        <dd>
          Neither a marketplace fee nor a royalty was paid, and the price is more than 10 times the average of
          the 30 days before.
        </dd>
      </dl>
    </details>
  )
}
