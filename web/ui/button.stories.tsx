import { Download, Trash2, Upload } from 'lucide-react';
import { LONG, type Played, Row, State, States } from '../../.storybook/states.tsx';
import { Button, ButtonLink, type ButtonVariant, SubmitButton } from './button.tsx';

export default { title: 'Actions/Button' };

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger', 'go'];

export const Variants = () => (
  <States>
    {VARIANTS.map((variant) => (
      <State key={variant} of={variant}>
        <Row>
          <Button variant={variant}>Save</Button>
          <Button variant={variant} icon={<Upload />}>
            Upload
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy>
            Save
          </Button>
          <Button variant={variant} icon={<Trash2 />} iconOnly>
            Delete
          </Button>
          <Button variant={variant} icon={<Trash2 />} iconOnly disabled>
            Delete, disabled
          </Button>
        </Row>
      </State>
    ))}
  </States>
);

export const Small = () => (
  <States>
    {VARIANTS.map((variant) => (
      <State key={variant} of={variant}>
        <Row>
          <Button small variant={variant}>
            Retry
          </Button>
          <Button small variant={variant} icon={<Download />}>
            Download
          </Button>
          <Button small variant={variant} disabled>
            Disabled
          </Button>
          <Button small variant={variant} busy busyText="Downloading...">
            Download
          </Button>
          <Button small variant={variant} icon={<Download />} iconOnly>
            Download
          </Button>
        </Row>
      </State>
    ))}
  </States>
);

export const Links = () => (
  <Row>
    <ButtonLink to="/upload" variant="primary" icon={<Upload />}>
      New file
    </ButtonLink>
    <ButtonLink to="/my-files">My files</ButtonLink>
    <ButtonLink to="/my-files" variant="quiet" icon={<Download />} iconOnly>
      My files
    </ButtonLink>
    <ButtonLink to="/my-files" small>
      Small
    </ButtonLink>
  </Row>
);

export const LongTexts = () => (
  <div style={{ maxWidth: 320 }}>
    <States>
      <Button variant="primary" icon={<Upload />}>
        {LONG}
      </Button>
      <Button small icon={<Upload />}>
        {LONG}
      </Button>
    </States>
  </div>
);

export const Focused = {
  render: () => <Button variant="primary">Save</Button>,
  play: ({ canvasElement }: Played) => canvasElement.querySelector('button')?.focus(),
};

export const SubmitsAForm = () => (
  <States>
    <State of="the program is there">
      <Row>
        <SubmitButton variant="primary">Login</SubmitButton>
      </Row>
    </State>
    <State of="disabled by its form">
      <Row>
        <SubmitButton variant="primary" disabled>
          Login
        </SubmitButton>
      </Row>
    </State>
    <State of="busy">
      <Row>
        <SubmitButton variant="primary" busy>
          Login
        </SubmitButton>
      </Row>
    </State>
  </States>
);
