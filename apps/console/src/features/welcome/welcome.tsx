import { useConfig } from '#api/config.ts';
import { shellText } from '#text/shell.ts';
import { PageHeader } from '#ui/page.tsx';

/** The welcome page: the product and its tagline. */
export default function Welcome() {
  const config = useConfig();
  return <PageHeader title={config['product-title']} under={shellText.tagline} />;
}
