import { Link } from '@tanstack/react-router'
import { shortenAddress } from '#worker/contract/accounts.ts'
import type { AccountOffer } from '#worker/contract/profiles.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { offerProblems } from '#web/kit/nfts/offer-problems.ts'
import records from '#web/kit/lists/records.module.css'
import { Button } from '#web/ui/button.tsx'
import css from './account-offers.module.css'
import { type OfferAct, offerActs, offerType } from './offer-acts.ts'

interface AccountOfferRowProps {
  offer: AccountOffer
  viewer: string | null
  onAct: (act: OfferAct) => void
}

const short = (id: string) => `${id.slice(0, 6)}...${id.slice(-4)}`

export function AccountOfferRow({ offer, viewer, onAct }: AccountOfferRowProps) {
  const { owner: marketplace } = useSettings()
  const { OfferID, NFTokenID, Destination, Amount, problem, name } = offer
  const destination =
    Destination === null
      ? '_'
      : Destination === viewer
        ? 'You'
        : Destination === marketplace
          ? 'OPX'
          : shortenAddress(Destination)
  return (
    <tr data-dead={problem !== null}>
      <td className={`${css.cell} ${css.offer}`}>
        <ExplorerLink page="offer" id={OfferID} title={OfferID}>
          {short(OfferID)}
        </ExplorerLink>
      </td>
      <td className={`${css.cell} ${css.nft}`}>
        <Link to="/nft/$id" params={{ id: NFTokenID }} className={css.link} title={NFTokenID}>
          {name}
        </Link>
        <span className={records.second}>{short(NFTokenID)}</span>
      </td>
      <td className={`${css.cell} ${css.type}`}>
        {offerType(offer)}
        {problem !== null && <span className={records.problem}>{offerProblems[problem]}</span>}
      </td>
      <td
        className={`${css.cell} ${css.destination}`}
        data-as={Destination === null ? undefined : 'for'}
        title={Destination ?? undefined}
      >
        {destination}
      </td>
      <td className={`${css.cell} ${css.amount}`}>
        <AmountText amount={Amount} />
      </td>
      <td className={`${records.last} ${css.cell} ${css.act}`}>
        <div className={css.actions}>
          {offerActs(offer, viewer).map(({ act, name: action }) => (
            <Button
              key={act}
              size="small"
              aria-label={`${action}: ${offerType(offer)} for ${name}`}
              onClick={() => onAct(act)}
            >
              {action}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  )
}
