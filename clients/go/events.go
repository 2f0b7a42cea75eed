package millrace

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/millrace/millrace/clients/go/api"
)

const waitSeconds = 20

// EventsLost says that events after the position were deleted: read the current state, and go on after Position.
type EventsLost struct{ Position string }

func (e *EventsLost) Error() string {
	return fmt.Sprintf("events were deleted; read the current state and go on after position %s", e.Position)
}

// EventOptions say which events of the log to read.
type EventOptions struct {
	SubProjectID string
	// After is the position after which to begin: "" for the oldest event, "latest" for the next one.
	After string
	// Types or areas, e.g. process.updated and task.*; all if empty.
	Types []string
	// ProcessID of the process that the events are about; may be empty.
	ProcessID string
	// Follow waits for further events at the end of the log.
	Follow bool
}

// Events reads the event log in its order. After an error it ends. Store the Position of the last event that you have
// handled, to go on there.
func (c *Client) Events(ctx context.Context, options EventOptions) iter.Seq2[*api.Event, error] {
	return func(yield func(*api.Event, error) bool) {
		parameters := &api.GetEventsParams{SubProjectId: options.SubProjectID, AfterPosition: Ptr("0")}
		if options.After != "" {
			parameters.AfterPosition = &options.After
		}
		if len(options.Types) > 0 {
			parameters.Types = &options.Types
		}
		if options.ProcessID != "" {
			parameters.ProcessId = &options.ProcessID
		}
		if options.Follow {
			parameters.WaitSeconds = Ptr(strconv.Itoa(waitSeconds))
			of := c.transport.options
			timeout := of.Timeout + waitSeconds*time.Second
			ctx = withLimits(ctx, limits{timeout, of.TotalTimeout + timeout, of.Retries})
		}
		for {
			answer, err := c.GetEventsWithResponse(ctx, parameters)
			if err != nil {
				yield(nil, err)
				return
			}
			page := answer.JSON200
			if page.Reset {
				yield(nil, &EventsLost{page.Next})
				return
			}
			for index := range page.Events {
				if !yield(&page.Events[index], nil) {
					return
				}
			}
			isEnd := len(page.Events) == 0 && (page.Next == page.Latest || page.Next == *parameters.AfterPosition)
			if isEnd && !options.Follow {
				return
			}
			parameters.AfterPosition = &page.Next
		}
	}
}
