import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Rocket } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { PageHead } from '../../frame/page-head.js';
import { chooseSubProject } from '../../frame/sub-project.js';
import { useLocale } from '../../messages/locale.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';
import { described } from '../template/described.js';
import { ownDocument } from '../template/own-document.js';
import { type TemplateKey, templateKeys, templateOf } from '../template/templates.js';
import { Preview } from './preview.js';
import { TemplateChoice } from './template-choice.js';

const STEPS = 2;

/** A template, a name, a look at what will be there: then the project is deployed. */
export function Wizard() {
  const m = messages.use();
  const locale = useLocale();
  const { user } = useMe();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [key, setKey] = useState<TemplateKey>('invoice');
  const [step, setStep] = useState(1);
  const [name, setName] = useState('');
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const offered = useMemo(
    () =>
      templateKeys.map((each) => {
        const template = templateOf(each, locale);
        return { template, content: described(template.document) };
      }),
    [locale],
  );
  const chosen = offered.find(({ template }) => template.key === key);
  const deploy = useChange('deploySubProject');
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another heading, where reading goes on
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  if (chosen === undefined) return null;
  const { template, content } = chosen;
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (step === 1) {
      if (name === '' || offered.some((one) => one.content.name === name)) setName(content.name);
      setStep(2);
      return;
    }
    const own = { id: id.trim(), name: name.trim(), user: user.email ?? user.id };
    deploy.mutate(
      // Version 0: an id that a project has already is refused.
      { document: ownDocument(template.document, own), files: template.files, expectedVersion: '0' },
      {
        onSuccess: ({ subProjectId }) => {
          chooseSubProject(subProjectId);
          // The rail and the pages of the project know it from here on.
          void queries
            .refetchQueries({ queryKey: ['getMe'] })
            .then(() => navigate({ to: '/design/new', search: { project: subProjectId } }));
        },
      },
    );
  };
  return (
    <>
      <PageHead title={m.title} beside={<span className="t3 t13">{m.step({ step, steps: STEPS })}</span>} />
      <form className={`scroll ${styles.page}`} onSubmit={create}>
        <h2 ref={heading} tabIndex={-1} className={styles.question}>
          {step === 1 ? m.chooseTemplate : m.nameAndLook}
        </h2>
        {step === 1 ? (
          <TemplateChoice offered={offered} chosen={key} onChoose={setKey} />
        ) : (
          <>
            <div className={styles.own}>
              <TextField label={m.name} hint={m.nameHint} isRequired value={name} onChange={setName} />
              <details className={styles.details}>
                <summary className="t13 t2">{m.technical}</summary>
                <TextField label={m.id} hint={m.idHint} isRequired maxLength={36} value={id} onChange={setId} />
              </details>
            </div>
            <Preview content={content} files={template.files} />
          </>
        )}
        {deploy.error !== null && <ProblemView error={deploy.error} title={m.notCreated} />}
        <div className={styles.actions}>
          {step === 2 && (
            <Button icon={ArrowLeft} onClick={() => setStep(1)}>
              {m.otherTemplate}
            </Button>
          )}
          {step === 1 ? (
            <Button look="primary" type="submit" after={ArrowRight}>
              {m.goOn}
            </Button>
          ) : (
            <Button
              look="primary"
              type="submit"
              icon={Rocket}
              isBusy={deploy.isPending}
              disabled={name.trim() === '' || id.trim() === ''}
            >
              {m.create}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
