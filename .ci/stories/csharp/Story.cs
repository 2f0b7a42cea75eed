using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using Generated.Api;
using Generated.Client;
using Generated.Model;
using Newtonsoft.Json;

/// <summary>
/// The story of the README of the clients, with what openapi-generator makes for C#, against a demo with examples/trips: sign in, create,
/// execute, work on the job, decide, upload, read the event log.
/// </summary>
public static class Story
{
    private const string Trips = "01900000-0000-7000-8000-000000000005";

    public static async System.Threading.Tasks.Task Main()
    {
        string url = Environment.GetEnvironmentVariable("MILLRACE_URL");
        string client = Environment.GetEnvironmentVariable("MILLRACE_CLIENT_ID");
        string secret = Environment.GetEnvironmentVariable("MILLRACE_CLIENT_SECRET");
        TokenResponse token = await new SignInApi(url).UserLoginAsync(new TokenRequest(clientId: client, clientSecret: secret));
        var signedIn = new Configuration { BasePath = url, AccessToken = token.AccessToken };

        var processes = new ProcessesApi(signedIn);
        var fields = new Dictionary<string, object> { ["destination"] = "Rome", ["travellers"] = 2 };
        string trip = (await processes.CreateProcessAsync(new CreateProcessRequest(subProjectId: Trips, fields: fields))).Id;

        var workflows = new WorkflowsApi(signedIn);
        string workflow = (await workflows.GetWorkflowsAsync(Trips, new List<string> { "stage_init" })).Workflows[0].Id;
        string run = (await workflows.ExecuteWorkflowAsync(
            new ExecuteWorkflowRequest(subProjectId: Trips, processId: trip, stageKey: "stage_init", workflowId: workflow))).RunId.Id;

        await WorkOn(new JobsApi(signedIn), trip);

        var decision = new ResumeWorkflowRunsApiRequest(subProjectId: Trips, runId: run, approved: true);
        RunId decided = (await workflows.ResumeWorkflowRunsApiAsync(decision)).RunId;
        Check(decided.State.ToString() == "COMPLETED", "the run is " + decided.State);

        string filters = JsonConvert.SerializeObject(new Dictionary<string, string> { ["subProjectId_id"] = Trips, ["id"] = trip });
        var list = await processes.GetProcessAsync("1", "10", filters);
        Check(list.Processes.Single().State == "BOOKED", "the process is " + list.Processes.Single().State);

        await Upload(new FilesApi(signedIn), trip);

        List<Event> events = (await new EventsApi(signedIn).GetEventsAsync(Trips, processId: trip, afterPosition: "0")).Events;
        int position = -1;
        foreach (string type in new[] { "process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded" })
        {
            int found = events.FindIndex(position + 1, one => one.Type == type);
            Check(found > position, type + " is not in its place in " + string.Join(", ", events.Select(one => one.Type)));
            position = found;
        }

        await Refused(409, () => workflows.ResumeWorkflowRunsApiAsync(decision));
        await Refused(401, () => new SignInApi(url).UserLoginAsync(new TokenRequest(clientId: client, clientSecret: "wrong")));
        Console.WriteLine("A client of C# signs in, creates, executes, works on a job, decides, uploads and reads the event log.");
    }

    private static async System.Threading.Tasks.Task WorkOn(JobsApi jobs, string trip)
    {
        var ask = new ActivateJobsRequest(
            subProjectId: Trips, type: "book-trip", worker: "story", timeout: 60000, maxJobsToActivate: 1, requestTimeout: 10000);
        ActivatedJob job = (await jobs.ActivateJobsAsync(ask)).Jobs.Single();
        Check(job.ProcessId == trip && (string)job.Variables["destination"] == "Rome", "another job: " + job);
        await jobs.CompleteJobAsync(new CompleteJobRequest(
            subProjectId: Trips, jobKey: job.Key, token: job.Token, variables: new Dictionary<string, object> { ["booking"] = "R-2" }));
    }

    private static async System.Threading.Tasks.Task Upload(FilesApi files, string trip)
    {
        byte[] content = Encoding.UTF8.GetBytes("Rome, two travellers\n");
        CreateSignedStorageResult reserved = await files.CreateSignedStorageAsync(new CreateSignedStorageRequest(
            subProjectId: Trips, processId: trip, fileName: "ticket.txt", mimeType: "text/plain", pluginName: "knowledgeRepo",
            size: content.Length.ToString()));
        var form = new MultipartFormDataContent();
        foreach (var field in reserved.Aws.Fields) form.Add(new StringContent(field.Value), "\"" + field.Key + "\"");
        form.Add(new ByteArrayContent(content), "\"file\"", "\"ticket.txt\"");
        using (var http = new HttpClient())
        {
            HttpResponseMessage sent = await http.PostAsync(reserved.Aws.Url, form);
            Check(sent.IsSuccessStatusCode, "the upload was refused: " + await sent.Content.ReadAsStringAsync());
        }
        ClosedFile file = (await files.CloseSignedStorageAsync(new CloseSignedStorageRequest(Trips, reserved.File.Id))).File;
        Check(file.FileName == "ticket.txt" && file.Size == content.Length.ToString(), file.ToString());
    }

    private static async System.Threading.Tasks.Task Refused<T>(int status, Func<Task<T>> call)
    {
        try
        {
            await call();
        }
        catch (ApiException error)
        {
            Check(error.ErrorCode == status, "it was refused with " + error.ErrorCode + ", not " + status);
            return;
        }
        Check(false, "it was not refused with " + status);
    }

    private static void Check(bool isRight, string message)
    {
        if (!isRight) throw new Exception(message);
    }
}
