/**
 * Loads what most first screens have together with the app. In 20 files of their own these parts would have 3 KiB more,
 * because small files compress badly. Nothing that needs a library belongs here: all of it would be loaded, too.
 */
import '#web/kit/accounts/address.tsx'
import '#web/kit/accounts/avatar.tsx'
import '#web/kit/collections/verified-mark.tsx'
import '#web/kit/media/work-picture.tsx'
import '#web/kit/media/work-ratio.ts'
import '#web/kit/nfts/wall-label.tsx'
import '#web/kit/page-tools.tsx'
import '#web/kit/query-states.tsx'
import '#web/ui/below.tsx'
import '#web/ui/changed.tsx'
import '#web/ui/durations.ts'
import '#web/ui/persisted-store.ts'
import '#web/ui/rich.ts'
import '#web/ui/skeleton.tsx'
import '#web/ui/when-near.tsx'
