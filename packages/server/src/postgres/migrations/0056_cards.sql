-- Events as cards for channels of Slack and Microsoft Teams (D168).
alter table event_subscriptions
  drop constraint event_subscriptions_format_check,
  add constraint event_subscriptions_format_check check (format in ('standard', 'cloudevents', 'slack', 'teams')) not valid;
